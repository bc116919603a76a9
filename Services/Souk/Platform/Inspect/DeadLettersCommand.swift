import ArgumentParser
import Contracts
import Kernel
import Messaging

package struct DeadLettersCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "dead-letters", abstract: "Messages that could not be taken: see why, mend, send again.",
        subcommands: [List.self, Show.self, Replay.self])
    package init() {}

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "All of them, newest last.")
        @Argument(help: "A service (default: all).") var service: String?

        func run() throws {
            let deadLetters = try DeadLetterBox(Installation(), service: service).deadLetters()
            guard !deadLetters.isEmpty else { return Terminal.say("no dead letters") }
            var table = TextTable("id", "at", "tenant", "type", "from", "reason")
            for deadLetter in deadLetters {
                table.add(deadLetter.id, deadLetter.at.wholeSeconds.description, deadLetter.tenant.rawValue, deadLetter.type ?? "-",
                          "\(deadLetter.topic)/\(deadLetter.partition)/\(deadLetter.offset)", String(deadLetter.reason.prefix(120)))
            }
            Terminal.say(table.text)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "One of them, whole.")
        @Argument(help: "Its id, or the first characters of it.") var id: String

        func run() throws {
            for deadLetter in try DeadLetterBox(Installation(), service: nil).deadLetters(id) { show(deadLetter) }
        }

        private func show(_ deadLetter: DeadLetter) {
            Terminal.say("""
                \(deadLetter.id)\n\(deadLetter.reason)\nfrom \(deadLetter.topic)/\(deadLetter.partition)/\(deadLetter.offset) at \
                \(deadLetter.at)
                """)
            for (name, text) in deadLetter.headers.sorted(by: { $0.key < $1.key }) { Terminal.say("  \(name): \(text)") }
            guard let value = deadLetter.value.flatMap({ Base64URL.decode($0) }) else { return Terminal.say("null") }
            let pretty = (try? JSON.decode(JSONValue.self, from: value)).flatMap { try? JSON.pretty($0) }
            Terminal.say(pretty ?? String(decoding: value, as: UTF8.self))
            if let whole = deadLetter.valueBytes, whole > value.count { Terminal.say("… \(whole - value.count) bytes more") }
        }
    }

    struct Replay: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put the original message on its topic again, with its id: what was applied meanwhile is not applied twice.")
        @Argument(help: "Ids, or the first characters of them.") var ids: [String] = []
        @Option(name: .long, help: "All of one service instead.") var all: String?

        func validate() throws {
            if ids.isEmpty == (all == nil) { throw ValidationError("name ids, or --all SERVICE") }
        }

        func run() throws {
            let installation = try Installation()
            let box = try DeadLetterBox(installation, service: all)
            let deadLetters = try all == nil ? ids.flatMap { try box.deadLetters($0) } : box.deadLetters()
            let cluster = installation.cluster(name: "replay")
            if all == nil, let final = deadLetters.first(where: \.isFinal) {
                throw ValidationError("\(final.id) is no message of the topic it came to: sending it again changes nothing")
            }
            let records = try deadLetters.filter { !$0.isFinal }.map { try box.original(of: $0) }
            let producer = try cluster.makeProducer(name: "replay")
            defer { producer.close(flushTimeout: .seconds(5)) }
            let bar = ProgressBar("replayed", total: records.count)
            for record in records {
                _ = try producer.append([record], timeout: .seconds(20))
                bar.advance()
            }
            bar.finish()
        }
    }
}

/// The dead letter topics of the services.
struct DeadLetterBox {
    private let installation: Installation
    private let services: [ServiceName]

    init(_ installation: Installation, service: String?) throws {
        self.installation = installation
        guard let service else {
            services = Topics.services
            return
        }
        guard Topics.services.contains(ServiceName(service)) else { throw ValidationError("there is no service \(service)") }
        services = [ServiceName(service)]
    }

    /// Oldest first, without those whose message was taken since.
    func deadLetters() throws -> [DeadLetter] {
        let cluster = installation.cluster(name: "dead-letters")
        var open = OpenDeadLetters()
        for service in services {
            for record in try TopicReading.everything(on: Topics.deadLetters(service), cluster) { open.read(record) }
        }
        return open.deadLetters
    }

    /// The dead letters of one message: more than one where several services could not take it.
    func deadLetters(_ prefix: String) throws -> [DeadLetter] {
        let found = try deadLetters().filter { $0.id.hasPrefix(prefix) }
        let messages = Set(found.map(\.id)).count
        guard messages > 0 else { throw ValidationError("no dead letter has an id that starts with \(prefix)") }
        guard messages == 1 else {
            throw ValidationError("\(messages) dead letters have an id that starts with \(prefix); write more of it")
        }
        return found
    }

    /// The record as it was, marked as a replay. A value that was too large to keep whole is read from the log again.
    func original(of deadLetter: DeadLetter) throws -> OutgoingRecord {
        let kept = deadLetter.value.flatMap { Base64URL.decode($0) }
        let key = Array(deadLetter.tenant.rawValue.utf8)
        guard let whole = deadLetter.valueBytes, let kept, whole > kept.count else {
            return OutgoingRecord(topic: deadLetter.topic, key: key, value: kept,
                                  headers: DeadLetter.replayHeaders(deadLetter.originalHeaders))
        }
        let cluster = installation.cluster(name: "dead-letters")
        let place = TopicPartition(deadLetter.topic, deadLetter.partition)
        let reader = try cluster.makeReader(name: "dead-letters", group: nil)
        defer { reader.close() }
        var found: IncomingRecord?
        if try cluster.watermarks(place).contains(deadLetter.offset) {
            try TopicReading.read(place, deadLetter.offset..<deadLetter.offset + 1, reader) { found = $0 }
        }
        guard let found else {
            throw Installation.Invalid(
                description: """
                    \(deadLetter.id): \(whole) bytes were not kept whole and \(place) no longer holds offset \(deadLetter.offset)
                    """)
        }
        return OutgoingRecord(topic: deadLetter.topic, key: found.key, value: found.value, headers: DeadLetter.replayHeaders(found.headers))
    }
}
