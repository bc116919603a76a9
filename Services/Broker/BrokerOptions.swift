/// The command line of `embedded-broker`.
struct BrokerOptions {
    var port: UInt16 = 9092
    /// Partitions of a topic that comes into being because somebody asks for it.
    var defaultPartitions = 4
    /// Records a partition keeps; the oldest go first.
    var keepMegabytes = 5
    /// Processor time spent on every produce, and on every fetch that brings something: to measure against a broker
    /// that is not as quick as this one.
    var spendMicroseconds: Int64 = 0
    var topics: [(name: String, partitions: Int)] = []
    var exitsWithParent = false

    static let usage = """
        usage: embedded-broker [--port N] [--partitions N] [--keep-megabytes N] [--topic NAME:PARTITIONS]... [--spend-microseconds N] \
        [--exit-with-parent]
        A Kafka broker for one machine: nothing is kept when it stops. Listens on 127.0.0.1 only.
        """

    struct Invalid: Error { let reason: String }

    init(arguments: [String]) throws(Invalid) {
        var rest = arguments[...]
        func value(of option: String) throws(Invalid) -> String {
            guard let value = rest.popFirst() else { throw Invalid(reason: "\(option) needs a value") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--port":
                let text = try value(of: argument)
                guard let port = UInt16(text), port > 0 else { throw Invalid(reason: "--port \(text): not a port (1 to 65535)") }
                self.port = port
            case "--partitions":
                let text = try value(of: argument)
                guard let count = Int(text), 1...1000 ~= count else {
                    throw Invalid(reason: "--partitions \(text): not a count from 1 to 1000")
                }
                defaultPartitions = count
            case "--keep-megabytes":
                let text = try value(of: argument)
                guard let size = Int(text), 1...100_000 ~= size else {
                    throw Invalid(reason: "--keep-megabytes \(text): not a size from 1 to 100000")
                }
                keepMegabytes = size
            case "--spend-microseconds":
                let text = try value(of: argument)
                guard let time = Int64(text), 0...100_000 ~= time else {
                    throw Invalid(reason: "--spend-microseconds \(text): not a time from 0 to 100000")
                }
                spendMicroseconds = time
            case "--topic":
                let text = try value(of: argument)
                let parts = text.split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 2, !parts[0].isEmpty, let count = Int(parts[1]), 1...1000 ~= count else {
                    throw Invalid(reason: "--topic \(text): not NAME:PARTITIONS")
                }
                topics.append((String(parts[0]), count))
            case "--exit-with-parent": exitsWithParent = true
            default: throw Invalid(reason: "unknown option \(argument)")
            }
        }
    }
}
