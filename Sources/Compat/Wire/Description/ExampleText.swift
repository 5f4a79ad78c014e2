/// Texts that several examples share.
enum ExampleText {
    /// The id of a job as it may look.
    static let job = "B3701DC5-86D3-44B6-A8A1-FF0B5D43FD86"
    /// The id of a page as it may look.
    static let page = "1951d65a72b1"

    /// Settings of a scanner that makes gray pages of both sides at 150 dpi.
    static let settings = """
        AQcCAAAABQAAAG1vZGVsBgMAAAAFBwAAAGZ1aml0c3UFBwAAAEZVSklUU1UFBwAAAGZpLTcyNjAHAAAAb3B0aW9ucwYDAAAABwIAAAAE\
        AAAAbmFtZQUGAAAAc291cmNlBQAAAHZhbHVlBwEAAAAGAAAAc3RyaW5nBwEAAAACAAAAXzAFCgAAAEFERiBEdXBsZXgHAgAAAAQAAABu\
        YW1lBQQAAABtb2RlBQAAAHZhbHVlBwEAAAAGAAAAc3RyaW5nBwEAAAACAAAAXzAFBAAAAEdyYXkHAgAAAAQAAABuYW1lBQoAAAByZXNv\
        bHV0aW9uBQAAAHZhbHVlBwEAAAAGAAAAbnVtYmVyBwEAAAACAAAAXzAEAAAAAADAYkBPoCrV
        """

    /// What the scanner list says in `device`: opaque, sent back as it is.
    static let device = #"{\"deviceType\":256,\"id\":\"test:0\",\"name\":\"VGVzdA==\"}"#

    /// One scanner of the list.
    static let scanner = #"{"device":"\#(device)","name":"Noname frontend-tester","type":256}"#

    /// A list of one.
    static let scannerList = "[\(scanner)]"

    /// A v19 refusal.
    static func failure(_ status: Int, _ code: Int, _ message: String) -> String {
        WireFailure(status: status, code: code, message: message).body(.v19)
    }

    /// A v19 refusal of a job that nobody knows, and of one that was deleted.
    static let unknownJob = failure(
        404,
        WireCode.unknownJob,
        "There is no scan job of this id. Make one, and use the jobuid of the answer."
    )
    static let deletedJob = failure(410, WireCode.unknownJob, "The scan job was deleted. Make another one.")
}
