import ArgumentParser
import Contracts
import Foundation
import Kernel
import Messaging

package struct TailCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "Watch a topic, one readable line per message.",
        discussion: """
            souk tail orders.events --tenant eventpass
            souk tail orders.commands --from beginning --no-follow
            souk tail sms            (or email, push: what notifications would have sent, from the development outbox)
            souk tail                (the list of topics)
            """)
    package init() {}

    enum Start: String, ExpressibleByArgument, CaseIterable { case beginning, end }

    @Argument(help: "A topic, or sms, email, push.") var topic: String?
    @Option(name: .long, help: "Only this tenant.") var tenant: String?
    @Option(name: .long, help: "Where to start.") var from: Start = .end
    @Flag(name: .long, help: "Stop at the end instead of waiting for more.") var noFollow = false
    @Flag(name: .long, help: "Whole messages: every header, the value indented.") var full = false

    package func run() throws {
        let installation = try Installation()
        switch topic {
        case nil:
            for name in try installation.cluster(name: "tail").topics() { Terminal.say(name) }
        case "sms"?, "email"?, "push"?: try DevelopmentOutbox(installation: installation, channel: topic ?? "sms", tenant: tenant)
            .follow(from == .beginning, once: noFollow)
        case let topic?: try follow(topic, installation)
        }
    }

    private func follow(_ topic: String, _ installation: Installation) throws {
        let cluster = installation.cluster(name: "tail")
        guard try cluster.topics().contains(topic) else {
            throw ValidationError("there is no topic \(topic); topics: \(try cluster.topics().joined(separator: ", "))")
        }
        let reader = try cluster.makeReader(name: "tail", group: nil)
        defer { reader.close() }
        let places = (0..<Int32(try cluster.partitionCount(of: topic))).map { TopicPartition(topic, $0) }
        let ends = try places.map { try cluster.watermarks($0) }
        if noFollow {
            guard from == .beginning else { return }
            for (place, range) in zip(places, ends) { try TopicReading.read(place, range, reader, each: show) }
            return
        }
        let partitions = try zip(places, ends).map { place, range in
            try reader.open(place, from: .offset(from == .beginning ? range.lowerBound : range.upperBound))
        }
        while true {
            for partition in partitions {
                for record in try partition.read(max: 200, wait: .milliseconds(partitions.count > 1 ? 50 : 1_000)) { show(record) }
            }
        }
    }

    private func show(_ record: IncomingRecord) {
        if let tenant, record.headers.first(where: { $0.name == "ce_tenant" })?.value.map({ String(decoding: $0, as: UTF8.self) })
                != tenant { return }
        Terminal.say(full ? MessageText.whole(record) : MessageText.line(record))
    }
}

/// Records as a person reads them.
enum MessageText {
    static func line(_ record: IncomingRecord) -> String {
        let place = Terminal.painted("\(record.partition)/\(record.offset)", .grey)
        guard let envelope = try? Envelope(record) else {
            let size = record.value.map { "\($0.count) bytes" } ?? "null"
            return "\(place) \(Terminal.painted("not a message of ours", .red)) key \(text(record.key)) value \(size)"
        }
        let time = envelope.time.description.dropFirst(11).prefix { $0 != "Z" }
        let who = envelope.principal.map { " by \($0.userID)" } ?? ""
        let about = envelope.subject.map { " \($0)" } ?? ""
        let type = Terminal.painted(envelope.type.rawValue, .cyan)
        return "\(place) \(time) \(envelope.tenant) \(type)\(about)\(who) \(shortened(String(decoding: envelope.value, as: UTF8.self)))"
    }

    static func whole(_ record: IncomingRecord) -> String {
        var out = Terminal.painted("\(record.topic)/\(record.partition)/\(record.offset)", .cyan) + " key \(text(record.key))\n"
        for header in record.headers { out += "  \(header.name): \(text(header.value))\n" }
        guard let value = record.value else { return out + "  null\n" }
        let pretty = (try? JSON.decode(JSONValue.self, from: value)).flatMap { try? JSON.pretty($0) }
        return out + (pretty ?? String(decoding: value, as: UTF8.self)) + "\n"
    }

    private static func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "null" }

    private static let lineValueCharactersMax = 240
    private static func shortened(_ text: String) -> String {
        text.count > lineValueCharactersMax ? text.prefix(lineValueCharactersMax) + "…" : text
    }
}

/// What would have left the platform: `GET /dev/outbox` of every sandbox tenant.
struct DevelopmentOutbox {
    let installation: Installation
    let channel: String
    let tenant: String?

    func follow(_ fromBeginning: Bool, once: Bool) throws {
        var seen: Set<String> = []
        var isFirst = true
        while true {
            for message in try fetch() where seen.insert(message["id"]?.string ?? "").inserted && (!isFirst || fromBeginning || once) {
                show(message)
            }
            if once { return }
            isFirst = false
            sleep(1)
        }
    }

    /// Oldest first.
    private func fetch() throws -> [JSONValue] {
        let tenants = try TenantPublisher.current(installation.cluster(name: "tail")).values.filter {
            $0.sandbox && (tenant == nil || $0.tenant.rawValue == tenant)
        }
        return try tenants.flatMap { definition -> [JSONValue] in
            let answer = try LocalHTTP.request("GET", installation.gatewayAddress,
                                               "/t/\(definition.tenant)\(definition.basePath)/dev/outbox?channel=\(channel)")
            guard answer.status == 200 else { throw LocalHTTP.Failed(description: "/dev/outbox answers \(answer.status): \(answer.text)") }
            return (answer.json["data"]?.array ?? []).reversed()
        }
    }

    private func show(_ message: JSONValue) {
        let subject = message["subject"]?.string.map { " “\($0)”" } ?? ""
        Terminal.say("""
            \(message["createdAt"]?.string ?? "") \(Terminal.painted(message["to"]?.string ?? "", .cyan))\(subject) \
            \(message["text"]?.string ?? "")
            """)
    }
}
