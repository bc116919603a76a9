import Glibc

exit(BrokerProcess.run(arguments: Array(CommandLine.arguments.dropFirst())))
