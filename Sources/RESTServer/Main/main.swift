import RESTServer

Program.run()
