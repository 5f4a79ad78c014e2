WorkerProgram.run(CommandLine.arguments)
