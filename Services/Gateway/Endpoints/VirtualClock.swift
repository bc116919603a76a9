import Contracts
import Kernel
import Messaging
import NIOCore
import ServiceKit

extension Gateway {
    /// Every service has to take the new time before the answer; timers that fall due fire meanwhile.
    private static let clockWaitMilliseconds: Int64 = 30_000
    /// News that lingers (`OutboxRelay.linger` at its publisher, 10 ms in a bulk lane) has come where it goes after this,
    /// unless the machine is very busy: a sandbox can wait.
    private static let settling = OutboxRelay.linger * 3
    private static let clockAdvanceMax = Duration.days(3660)

    /// `GET /dev/clock`.
    func readClock(_ call: EdgeCall, _ place: TenantDirectory.Place) -> EdgeResponse {
        let tenant = place.tenant
        do throws(EdgeRefusal) { _ = try admit(.developer, call, tenant) } catch { return refuse(error.problem, call, tenant) }
        return clockAnswer(clockJSON(tenant.clock.offset), tenant)
    }

    /// `POST /dev/clock`: moves the tenant's time in every service, then here. Under one key it moves once.
    func moveClock(_ call: EdgeCall, _ place: TenantDirectory.Place, _ directory: TenantDirectory, _ body: inout BodyReading,
                   _ channel: any Channel) async throws -> EdgeResponse
    {
        let tenant = place.tenant
        do {
            let token = try admit(.developer, call, tenant)
            try requireJSON(call)
            let bytes = try await read(&body, channel)
            _ = try readableKey(call)
            let move = try clockMove(bytes, call)
            let key = try await claimKey(of: call, token, bytes, as: AdvanceClock.type, tenant)
            return try await clockTurns.withTurn {
                if let key, let kept = try await keptAnswer(key, call) {
                    var response = clockAnswer(kept, tenant)
                    response.fields[.idempotencyReplayed] = "true"
                    return response
                }
                let offset = max(tenant.clock.offset, try newOffset(move, tenant))
                return clockAnswer(try await self.move(tenant, to: offset, services: directory.services, call, key), tenant)
            }
        } catch let refusal as EdgeRefusal { return refuse(refusal.problem, call, tenant) }
    }

    private func clockJSON(_ offset: Int64) -> [UInt8] {
        let now = Timestamp(millisecondsSinceEpoch: Timestamp.now().millisecondsSinceEpoch + offset)
        let answer = JSONValue.object(["now": .string(now.wholeSeconds.description), "offsetSeconds": .int(Int(offset / 1000))])
        return (try? JSON.encode(answer)) ?? []
    }
    private func clockAnswer(_ json: [UInt8], _ tenant: MountedTenant) -> EdgeResponse {
        var response = EdgeResponse(200, "application/json", tenant.usesSnakeCase ? KeyStyle.snakeCase(json) : json)
        response.fields[.cacheControl] = "no-store"
        return response
    }

    private enum ClockMove { case advance(Duration), to(Timestamp) }

    /// `{"advance": "P1DT2H"}` or `{"to": "RFC 3339"}`, as far as it can be judged without knowing the time.
    private func clockMove(_ bytes: [UInt8], _ call: EdgeCall) throws -> ClockMove {
        let body = try jsonBody(bytes, call)
        // Null says the same as leaving a member out.
        func sent(_ name: String) -> JSONValue? { body[name] == .null ? nil : body[name] }
        switch (sent("advance"), sent("to")) {
        case (.string(let text)?, nil):
            guard let duration = ISODuration(text.trimmed)?.elapsed else {
                throw EdgeRefusal(.invalid(["advance": ["must be an ISO 8601 duration such as P1DT2H"]]))
            }
            guard duration >= .zero else { throw EdgeRefusal(.invalid(["advance": ["the clock only goes forward"]])) }
            guard duration <= Self.clockAdvanceMax else { throw EdgeRefusal(.invalid(["advance": ["must be at most ten years"]])) }
            return .advance(duration)
        case (nil, .string(let text)?):
            guard let time = Timestamp(text.trimmed) else { throw EdgeRefusal(.invalid(["to": [TextFormat.dateTime.complaint]])) }
            return .to(time)
        case (nil, nil), (.string?, .string?):
            throw EdgeRefusal(.invalid(["advance": ["is required, or `to`: one of the two, as text"]]))
        case (let advance, let to):
            let mistyped = [("advance", advance), ("to", to)].filter { $0.1 != nil && $0.1?.string == nil }
            throw EdgeRefusal(.invalid(Dictionary(mistyped.map { ($0.0, ["must be text"]) }) { first, _ in first }))
        }
    }

    /// Milliseconds ahead of real time. Throws 422 for a time that is past or too far away.
    private func newOffset(_ move: ClockMove, _ tenant: MountedTenant) throws -> Int64 {
        let now = now(of: tenant), ahead: Duration, field: String
        switch move {
        case .advance(let duration): (ahead, field) = (duration, "advance")
        case .to(let time):
            guard time >= now.wholeSeconds else { throw EdgeRefusal(.invalid(["to": ["the clock only goes forward"]])) }
            guard time <= now + Self.clockAdvanceMax else { throw EdgeRefusal(.invalid(["to": ["must be at most ten years ahead"]])) }
            (ahead, field) = (max(time, now) - now, "to")
        }
        let offset = tenant.clock.offset + ahead.wholeMilliseconds
        // Services go no further; a gateway that did would take every token for one that has expired.
        guard ahead == .zero || offset <= Envelope.clockOffsetMax.wholeMilliseconds else {
            throw EdgeRefusal(.invalid([field: ["must be within \(Self.yearsMax) years"]]))
        }
        return offset
    }
    private static let yearsMax = 100

    /// Returns the answer, which is kept in one transaction with the clock if there is a key.
    private func move(_ tenant: MountedTenant, to offset: Int64, services: [ServiceName], _ call: EdgeCall,
                      _ key: EndpointKey?) async throws -> [UInt8] {
        let isAhead = offset > tenant.clock.offset
        if isAhead { try await moveServices(services, to: offset, tenant, call) }
        let json = clockJSON(offset)
        let answer = key.map { (ticket: $0.ticket, reply: ReceivedReply(requestID: $0.ticket.id, status: 200, body: json)) }
        guard isAhead || answer != nil else { return json }
        let now = Timestamp.now()
        try await operations.keepClock(of: tenant.tenant, offset: offset, answer: answer, at: now)
        tenant.clock.advance(to: offset)
        // The answer first: an instance that knows the new time must not move it again under the same key.
        if let answer {
            await publish(tenant) { _ = try await producer.appendAsync(operations.newsOfAnswer(answer.ticket, answer.reply, at: now)) }
        }
        if isAhead { await publish(tenant) { try producer.enqueue(newsOfClock(tenant, offset, call)) } }
        return json
    }

    /// Other instances learn it here. Our own file has it already, so a broker that is away does not undo it.
    private func publish(_ tenant: MountedTenant, _ news: () async throws -> Void) async {
        do { try await news() } catch {
            logger.warning("a clock could not be published", metadata: ["tenant": "\(tenant.tenant)", "error": "\(error)"])
        }
    }

    private func newsOfClock(_ tenant: MountedTenant, _ offset: Int64, _ call: EdgeCall) throws -> OutgoingRecord {
        let now = Timestamp(millisecondsSinceEpoch: Timestamp.now().millisecondsSinceEpoch + offset)
        let envelope = Envelope(
            id: RequestIDs.fresh(), type: AdvanceClock.type, source: "/gateway", time: now, tenant: tenant.tenant,
            correlationID: call.requestID, value: try JSON.encode(AdvanceClock(offsetMilliseconds: offset, now: now))
        )
        var record = envelope.record(for: Topics.tenants)
        record.key = Array("clock/\(tenant.tenant)".utf8)
        return record
    }

    private func moveServices(_ services: [ServiceName], to offset: Int64, _ tenant: MountedTenant, _ call: EdgeCall) async throws {
        // What was said before should count before the time jumps.
        try await Task.sleep(for: Self.settling)
        let now = Timestamp(millisecondsSinceEpoch: Timestamp.now().millisecondsSinceEpoch + offset)
        let value = try JSON.encode(AdvanceClock(offsetMilliseconds: offset, now: now))
        let silent = await withTaskGroup(of: ServiceName?.self) { group in
            for service in services {
                group.addTask { await self.take(service, value, now, tenant, call) ? nil : service }
            }
            return await group.reduce(into: [ServiceName]()) { if let name = $1 { $0.append(name) } }
        }
        guard silent.isEmpty else {
            throw EdgeRefusal(
                .unavailable("\(silent.map(\.rawValue).sorted().joined(separator: ", ")) did not take the new time. Send it again.",
                             retryAfterSeconds: 2))
        }
    }

    /// True when the service has taken the time, or does not have this tenant.
    private func take(_ service: ServiceName, _ value: [UInt8], _ now: Timestamp, _ tenant: MountedTenant, _ call: EdgeCall) async -> Bool {
        let id = RequestIDs.fresh()
        let message = RequestMessage(
            topic: Topics.commands(service), type: Array(AdvanceClock.type.rawValue.utf8), id: id, time: now, tenant: tenant.name,
            correlationID: call.requestID, value: value)
        switch await pending.ask(id, message.record(identity), fingerprint: nil, ticket: nil,
                                 waitMilliseconds: Self.clockWaitMilliseconds) {
        case .reply(let reply, _): return reply.status < 300 || reply.status == 404
        case .late, .overloaded, .keyReused, .failed: return false
        }
    }
}
