/// Page size and the scanned rectangle.
extension OptionPlan {
    /// One direction on the bed, with the names of its options.
    enum Axis: CaseIterable {
        case across, down

        var low: String { self == .across ? "tl-x" : "tl-y" }
        var high: String { self == .across ? "br-x" : "br-y" }
        var size: String { self == .across ? "page-width" : "page-height" }
    }

    /// US Legal, the longest sheet of an office.
    private static let longestSheet = Length.millimetres(355.6)

    /// Size of the sheet in the feeder, which bounds the rectangle on some devices and hence comes before it.
    ///
    /// A page sets it to that page; a frame raises it where it does not reach. The whole bed takes the greatest
    /// width, and the height of the longest office sheet (Legal): feeders accept strips of 2.7 m and more, and would
    /// deliver them.
    mutating func pageSizeWish(_ options: [DeviceOption], _ current: Reading) -> Wish? {
        guard device.pageSizeFirst != false else { return nil }
        if let option = options.settable("scan-area"),
            let word = wishedValue(option)?.word ?? option.words.first(where: { $0.plain == "manual" }),
            let wish = want(.string(word), of: option, current)
        {
            return wish
        }
        for axis in Axis.allCases {
            guard let option = options.settable(axis.size), !isHandled(option),
                let size = wishedValue(option)?.number ?? sheet(axis, option, options, current)
            else { continue }
            if let wish = want(.number(size), of: option, current) { return wish }
        }
        return nil
    }

    private mutating func sheet(
        _ axis: Axis,
        _ option: DeviceOption,
        _ options: [DeviceOption],
        _ current: Reading
    ) -> Double? {
        guard let end = area.end(axis) else {
            guard let highest = option.limits?.highest else { return nil }
            guard axis == .down, settings.source == .feeder else { return highest }
            return option.legal(min(highest, number(for: Self.longestSheet, option, axis)))
        }
        let wanted = option.legal(number(for: end, option, axis))
        // Of a frame only the reach counts: the sheet itself may be larger, and lies where its width says.
        if case .frame = area, options.settable(axis.high) != nil,
            let present = value(of: option, current)?.number, present >= wanted
        {
            return nil
        }
        return wanted
    }

    /// The corners, in an order in which the rectangle is never turned inside out.
    mutating func areaWish(_ options: [DeviceOption], _ current: Reading) throws(ScanError) -> Wish? {
        if namesArea(options) { return nil }
        for axis in Axis.allCases {
            let low = options.settable(axis.low)
            let high = options.settable(axis.high)
            // A device without corners says by its page size how far it reaches.
            if let reaching = high ?? options.settable(axis.size) { try check(axis, reaching) }
            noteMissing(axis, options)
            if isHandled(low), isHandled(high) { continue }
            let isTurned = try isTurned(axis, low, high)
            let lowValue = low.flatMap { lowTarget(axis, $0, isPlain: isTurned) }
            let highValue = high.flatMap { highTarget(axis, $0, isPlain: isTurned) }
            if let wish = cornerWish(low, lowValue, high, highValue, current) { return wish }
        }
        return nil
    }

    /// An area was chosen by the driver's own name for it: corners would only undo that.
    private func namesArea(_ options: [DeviceOption]) -> Bool {
        guard let word = options.settable("scan-area").flatMap({ wishedValue($0)?.word }) else { return false }
        return word.plain != "manual"
    }

    private mutating func cornerWish(
        _ low: DeviceOption?,
        _ lowValue: Double?,
        _ high: DeviceOption?,
        _ highValue: Double?,
        _ current: Reading
    ) -> Wish? {
        guard let high, let highValue else {
            return low.flatMap { low in lowValue.flatMap { want(.number($0), of: low, current) } }
        }
        guard let low, let lowValue else { return want(.number(highValue), of: high, current) }
        let present = value(of: low, current)?.number
        if present == nil, let lowest = low.limits?.lowest,
            let wish = want(.number(lowest), of: low, always: true, purpose: " first", current)
        {
            return wish
        }
        let highFirst = highValue >= present ?? lowValue
        let order = highFirst ? [(high, highValue), (low, lowValue)] : [(low, lowValue), (high, highValue)]
        for (option, value) in order {
            if let wish = want(.number(value), of: option, current) { return wish }
        }
        return nil
    }

    /// Whether corners that a job itself names leave nothing between them: they are passed over then, or end the plan.
    private mutating func isTurned(
        _ axis: Axis,
        _ low: DeviceOption?,
        _ high: DeviceOption?
    ) throws(ScanError) -> Bool {
        guard let low, let high, let start = lowTarget(axis, low), let end = highTarget(axis, high), start >= end else {
            return false
        }
        let own = [low, high].filter { wishedValue($0) != nil }.compactMap { request.wish(for: $0) }
        guard !own.isEmpty else { return false }
        let sentence = "An area from \(start.brief) to \(end.brief) \(axis.words) is none."
        if own.contains(where: \.isNeeded) { throw .unmet(.badValue, sentence) }
        if own.contains(where: { !$0.isRestored }) { note(sentence) }
        return true
    }

    /// The area that was asked for. Who counts pixels is to get as many, also where two resolutions have become one.
    private var countedArea: ScanArea {
        guard request.phrasing.unit == .pixel, let down = request.lineResolution, told("resolution") != nil,
            case .frame(let left, let top, let right, let bottom) = request.area
        else { return request.area }
        let (across, used) = (request.resolution, sharedResolution)
        return .frame(
            left: left.times(across / used),
            top: top.times(down / used),
            right: right.times(across / used),
            bottom: bottom.times(down / used)
        )
    }

    /// What is to be scanned: no more than the glass, where somebody said how large that is.
    private var area: ScanArea {
        guard settings.source == .glass, let glass = device.flatbedSize else { return countedArea }
        return countedArea.cut(to: glass)
    }

    /// - Parameter isPlain: whatever a job itself names for the option.
    private func lowTarget(_ axis: Axis, _ option: DeviceOption, isPlain: Bool = false) -> Double? {
        target(area.start(axis), axis, option, isPlain) ?? option.limits?.lowest
    }

    private func highTarget(_ axis: Axis, _ option: DeviceOption, isPlain: Bool = false) -> Double? {
        target(area.end(axis), axis, option, isPlain) ?? option.limits?.highest
    }

    private func target(_ place: Length?, _ axis: Axis, _ option: DeviceOption, _ isPlain: Bool) -> Double? {
        if !isPlain, let own = wishedValue(option)?.number { return own }
        return place.map { option.legal(number(for: $0, option, axis)) }
    }

    /// Refuses a rectangle of which nothing lies on the bed, and notes one that is cut or widened.
    private mutating func check(_ axis: Axis, _ high: DeviceOption) throws(ScanError) {
        guard let start = countedArea.start(axis), let end = countedArea.end(axis),
            wishedValue(high) == nil, let limits = high.limits, limits.lowest < limits.highest
        else { return }
        let glass = settings.source == .glass ? device.flatbedSize?.end(axis) : nil
        let highest = min(limits.highest, glass.map { number(for: $0, high, axis) } ?? .infinity)
        let reach = "0 to \(highest.brief)\(high.unit == .pixel ? " pixels" : " mm") \(axis.words)"
        guard start < end, number(for: start, high, axis) < highest, end.micrometres > 0 else {
            let wanted = "an area from \(start.millimetres.brief) to \(end.millimetres.brief) mm \(axis.words)"
            guard request.musts.contains(.area) else { throw .notOffered(wanted: wanted, offered: [reach]) }
            throw .unmet(.badValue, "The scanner does not offer \(wanted). It offers: \(reach).")
        }
        let slack = number(for: .millimetres(1), high, axis)
        if number(for: end, high, axis) > highest + slack {
            miss(.area, .badValue, "The area was cut to what the scanner reaches: \(reach).")
        }
        if number(for: end, high, axis) < limits.lowest - slack {
            let sentence = "The area was widened to the least that the scanner takes \(axis.words)."
            miss(.area, .badValue, sentence)
        }
    }

    private mutating func noteMissing(_ axis: Axis, _ options: [DeviceOption]) {
        guard let start = area.start(axis), let end = area.end(axis) else { return }
        let reaches = options.settable(axis.high) != nil || options.settable(axis.size) != nil
        let starts = options.settable(axis.low) != nil || start.micrometres <= 0
        guard !reaches || !starts else { return }
        guard device.crop == true else {
            return miss(.area, .missing, "The scanner cannot be told which part of the page to scan; more came.")
        }
        var cut = settings.cut ?? PageCut()
        let size = Length(micrometres: end.micrometres - start.micrometres)
        // What the device begins at is where its pages begin.
        let first = starts ? Length(micrometres: 0) : start
        if axis == .across { (cut.left, cut.width) = (first, size) } else { (cut.top, cut.height) = (first, size) }
        settings.cut = cut
    }

    /// A length in the unit of an option.
    private func number(for length: Length, _ option: DeviceOption, _ axis: Axis) -> Double {
        guard option.unit == .pixel else { return length.millimetres }
        return Double(length.micrometres) * dpi(axis) / 25_400
    }

    /// What pixels count by: the resolution as the device rounded it.
    private func dpi(_ axis: Axis) -> Double {
        let own = axis == .across ? "x-resolution" : "y-resolution"
        return told("resolution") ?? told(own) ?? told("x-resolution") ?? request.resolution
    }
}

extension Length {
    fileprivate func times(_ factor: Double) -> Length { .millimetres(millimetres * factor) }
}

extension OptionPlan.Axis {
    fileprivate var words: String { self == .across ? "across" : "down the page" }
}

extension ScanArea {
    /// Where the area begins; nil when nobody said.
    func start(_ axis: OptionPlan.Axis) -> Length? {
        switch self {
        case .wholeBed: nil
        case .page: Length(micrometres: 0)
        case .frame(let left, let top, _, _): axis == .across ? left : top
        }
    }

    /// The part of it that lies on a sheet in the corner.
    fileprivate func cut(to sheet: ScanArea) -> ScanArea {
        guard let width = sheet.end(.across), let height = sheet.end(.down) else { return self }
        switch self {
        case .wholeBed: return sheet
        case .page(let ownWidth, let ownHeight):
            return .page(width: min(ownWidth, width), height: min(ownHeight, height))
        case .frame(let left, let top, let right, let bottom):
            return .frame(left: left, top: top, right: min(right, width), bottom: min(bottom, height))
        }
    }

    /// Where the area ends; nil when nobody said.
    func end(_ axis: OptionPlan.Axis) -> Length? {
        switch self {
        case .wholeBed: nil
        case .page(let width, let height): axis == .across ? width : height
        case .frame(_, _, let right, let bottom): axis == .across ? right : bottom
        }
    }
}
