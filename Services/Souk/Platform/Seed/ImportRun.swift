import Contracts
import Foundation
import Kafka
import Kernel
import Messaging

/// Sends import commands to the services that own them and waits until every shard has taken its part.
struct ImportRun {
    let installation: Installation
    let tenant: TenantDefinition
    /// Part of the message ids: the same source and name is the same message, whenever it is sent.
    let source: String

    static let deadline = Duration.seconds(60)
    private static let sliceRecords = 100

    /// - Parameter topic: nil: the commands of each message's owner. Events have no writer, so nobody is waited for.
    func send(_ messages: [(name: String, message: any Message)], at now: Timestamp, to topic: String? = nil) throws {
        try TenantReadiness.wait(for: [tenant.tenant], in: installation, within: Self.deadline)
        let before = try deadLetterCounts()
        let producer = try installation.cluster(name: source).makeProducer(name: source)
        defer { producer.close(flushTimeout: .seconds(5)) }
        let bar = ProgressBar("\(source) data of \(tenant.tenant): messages sent", total: messages.count)
        var ends: [TopicPartition: Int64] = [:]
        let records = try messages.map { try record($0.name, $0.message, at: now, to: topic) }
        for start in stride(from: 0, to: records.count, by: Self.sliceRecords) {
            let slice = Array(records[start..<min(start + Self.sliceRecords, records.count)])
            for (record, position) in zip(slice, try producer.append(slice, timeout: .seconds(30))) {
                let place = TopicPartition(record.topic, position.partition)
                guard record.topic.hasSuffix(".commands") else { continue }
                ends[place] = max(ends[place] ?? 0, position.offset + 1)
            }
            bar.advance(by: slice.count)
        }
        bar.finish()
        try waitUntilTaken(ends)
        for (service, count) in try deadLetterCounts().sorted(by: { $0.key < $1.key }) where count > (before[service] ?? 0) {
            Terminal.note(
                "souk: \(service) could not take \(count - (before[service] ?? 0)) messages; see: souk dead-letters list \(service)")
        }
    }

    private func record(_ name: String, _ message: any Message, at now: Timestamp, to topic: String?) throws -> OutgoingRecord {
        let type = Swift.type(of: message).type
        return Envelope(id: DeterministicID.make(source, tenant.tenant.rawValue, name), type: type, source: "/souk/\(source)", time: now,
                        tenant: tenant.tenant,
                        correlationID: "\(source)-\(tenant.tenant)", attributes: ["language": tenant.languages.first ?? "en"],
                        value: try JSON.encode(message))
            .record(for: topic ?? Topics.commands(Topics.owner(of: type)))
    }

    private func deadLetterCounts() throws -> [ServiceName: Int] {
        Dictionary(Topics.services.compactMap { name in
            (try? ServiceReport.ask(name, at: installation.operatorAddress(of: name))).map {
                (name, $0.shards.compactMap(\.deadLetters).reduce(0, +))
            }
        }) { first, _ in first }
    }

    /// Every shard's position has passed what was sent to it.
    private func waitUntilTaken(_ ends: [TopicPartition: Int64]) throws {
        let deadline = ContinuousClock.now + Self.deadline
        var open = ends
        while true {
            for (place, end) in open {
                let service = ServiceName(String(place.topic.prefix { $0 != "." }))
                guard let report = try? ServiceReport.ask(service, at: installation.operatorAddress(of: service)) else { continue }
                if report.shards.contains(where: { $0.partition == place.partition && $0.position >= end }) { open[place] = nil }
            }
            guard !open.isEmpty else { return }
            guard .now < deadline else {
                throw Installation.Invalid(description: """
                    \(source) data was sent but not taken within \(Int(Self.deadline.inSeconds)) s by \
                    \(open.keys.map(\.description).sorted())
                    """)
            }
            usleep(20_000)
        }
    }
}
