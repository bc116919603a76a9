import Contracts
import Kernel
import Messaging
import NIOCore
import ServiceKit

/// Messages of a tenant that services could not take, read from their topics when an operator asks.
struct DeadLetterReading: Sendable {
    /// Of each partition, the newest are looked at: an operator mends what is fresh, `souk dead-letters` has them all.
    static let recordsPerPartitionMax: Int64 = 2000

    let cluster: any LogCluster

    /// Newest first, without those whose message was taken since. Blocks.
    func deadLetters(of tenant: TenantID, services: [ServiceName]) throws -> [DeadLetter] {
        let reader = try cluster.makeReader(name: "gateway.dead-letters", group: nil)
        defer { reader.close() }
        var open = OpenDeadLetters()
        for service in services {
            let topic = Topics.deadLetters(service)
            guard let count = try? cluster.partitionCount(of: topic) else { continue }
            for partition in 0..<Int32(count) { try read(TopicPartition(topic, partition), reader, &open) }
        }
        return open.deadLetters.reversed().filter { $0.tenant == tenant }
    }

    private func read(_ place: TopicPartition, _ reader: any LogReader, _ open: inout OpenDeadLetters) throws {
        let kept = try cluster.watermarks(place)
        let first = max(kept.lowerBound, kept.upperBound - Self.recordsPerPartitionMax)
        guard first < kept.upperBound else { return }
        let queue = try reader.open(place, from: .offset(first))
        defer { queue.close() }
        var next = first
        while next < kept.upperBound {
            let records = try queue.read(max: 500, wait: .seconds(5))
            guard let last = records.last else { return }  // Compacted or gone meanwhile: what came is what there is.
            next = last.offset + 1
            for record in records { open.read(record) }
        }
    }
}

extension Gateway {
    private static let operators = Route.Access.permission("platform:operate")

    /// `GET /admin/dead-letters?page=&perPage=`: this tenant's dead letters in all services. Permission
    /// `platform:operate`.
    func listDeadLetters(_ call: EdgeCall, _ place: TenantDirectory.Place, _ directory: TenantDirectory) async throws -> EdgeResponse {
        _ = try admit(Self.operators, call, place.tenant)
        let (page, perPage) = try Self.paging(call, place.tenant)
        let deadLetters = try await openDeadLetters(place.tenant.tenant, directory)
        let data = deadLetters.dropFirst((page - 1) * perPage).prefix(perPage).map { deadLetter -> JSONValue in
            [
                "id": .string(deadLetter.id), "at": .string(deadLetter.at.wholeSeconds.description),
                "type": deadLetter.type.map { .string($0) } ?? .null, "reason": .string(deadLetter.reason),
                "topic": .string(deadLetter.topic), "partition": .int(Int(deadLetter.partition)), "offset": .int(Int(deadLetter.offset))
            ]
        }
        let json = try JSON.encode(
            JSONValue.object(["data": .array(Array(data)), "meta": [
                "page": .int(page), "perPage": .int(perPage), "total": .int(deadLetters.count),
                "lastPage": .int(max(1, (deadLetters.count + perPage - 1) / perPage)),
            ]]))
        return .json(place.tenant.usesSnakeCase ? KeyStyle.snakeCase(json) : json)
    }

    /// `POST /admin/dead-letters/{id}/replay`: puts the message on its topic again, with its id. What was applied
    /// meanwhile is not applied twice.
    func replayDeadLetter(_ id: String, _ call: EdgeCall, _ place: TenantDirectory.Place, _ directory: TenantDirectory,
                          _ body: inout BodyReading, _ channel: any Channel) async throws -> EdgeResponse {
        let token = try admit(Self.operators, call, place.tenant)
        try requireJSON(call)
        // It has no fields; a body must be JSON all the same.
        _ = try jsonBody(try await read(&body, channel), call)
        // A 202 is not stored: a repetition puts the message on its topic again, and the service's inbox ignores it.
        _ = try await claimKey(of: call, token, [], as: "platform.replay-dead-letter.v1", place.tenant)
        guard let deadLetter = try await openDeadLetters(place.tenant.tenant, directory).first(where: { $0.id == id }) else {
            return refuse(.notFound, call, place.tenant)
        }
        guard !deadLetter.isFinal else {
            return refuse(
                Problem(409, "dead-letter-final", "This is no message of the topic it came to: sending it again changes nothing."), call,
                place.tenant)
        }
        let own = directory.services.flatMap { [Topics.commands($0), Topics.intake($0), Topics.queries($0)] }
        guard own.contains(deadLetter.topic), let value = deadLetter.value.flatMap({ Base64URL.decode($0) }),
              deadLetter.valueBytes.map({ $0 == value.count }) ?? true
        else {
            return refuse(Problem(409, "dead-letter-not-whole", "This message was not kept whole: use `souk dead-letters replay`."), call,
                          place.tenant)
        }
        let record = OutgoingRecord(topic: deadLetter.topic, key: place.tenant.name, value: value,
                                    headers: DeadLetter.replayHeaders(deadLetter.originalHeaders))
        _ = try await producer.appendAsync(record)
        logger.notice(
            "dead letter replayed",
            metadata: ["id": "\(id)", "tenant": "\(place.tenant.tenant)", "topic": "\(deadLetter.topic)",
                       "request.id": "\(call.requestID)"])
        return .json(try JSON.encode(JSONValue.object(["id": .string(id), "topic": .string(deadLetter.topic)])), status: 202)
    }

    /// Reads the paging parameters of service lists. Throws 422 that names every invalid field.
    private static func paging(_ call: EdgeCall, _ tenant: MountedTenant) throws -> (page: Int, perPage: Int) {
        let (values, errors) = QueryParameters.read(call.target.query, try pagingSchemas.get(), snakeCase: tenant.usesSnakeCase)
        guard errors.isEmpty else { throw EdgeRefusal(.invalid(errors)) }
        func number(_ name: String, _ standard: Int) -> Int {
            values.first { $0.name == name }.flatMap { Int(String(decoding: $0.json, as: UTF8.self)) } ?? standard
        }
        return (number("page", 1), number("perPage", 20))
    }
    private static let pagingSchemas = Result {
        [("page", try CompiledSchema(.integer(1...1_000_000))), ("perPage", try CompiledSchema(.integer(1...100)))] as [
            (name: String, schema: CompiledSchema)]
    }

    /// The log's readers block, so they run on a thread of their own.
    private func openDeadLetters(_ tenant: TenantID, _ directory: TenantDirectory) async throws -> [DeadLetter] {
        let reading = DeadLetterReading(cluster: cluster)
        return try await withCheckedThrowingContinuation { continuation in
            _ = BlockingThread(name: "dead-letters") {
                continuation.resume(with: Result { try reading.deadLetters(of: tenant, services: directory.services) })
            }
        }
    }
}
