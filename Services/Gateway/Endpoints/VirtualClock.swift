import Contracts
import Kernel
import Messaging
import NIOCore
import ServiceKit

extension Gateway {
    /// Every service has to take the new time before the answer; timers that fall due fire meanwhile.
    private static let clockWaitMilliseconds: Int64 = 30_000
    /// News that lingers (10 ms at its publisher, 10 ms in a bulk lane) has come where it goes after this, unless the
    /// machine is very busy: a sandbox can wait.
    private static let settling: Duration = .milliseconds(50)
    private static let clockAdvanceMax = Duration.days(3660)

    /// `GET /dev/clock`.
    func readClock(_ call: EdgeCall, _ place: TenantDirectory.Place) -> EdgeResponse {
        if let refusal = refuseClock(call, place.tenant) { return refusal }
        return clockAnswer(place.tenant)
    }

    /// `POST /dev/clock`: moves the tenant's time in every service, then here.
    func moveClock(_ call: EdgeCall, _ place: TenantDirectory.Place, _ directory: TenantDirectory, _ body: inout BodyReading,
                   _ channel: any Channel) async throws -> EdgeResponse
    {
        let tenant = place.tenant
        if let refusal = refuseClock(call, tenant) { return refusal }
        do {
            let bytes = try await read(&body, channel)
            return try await clockTurns.withTurn {
                let offset = try newOffset(bytes, call, tenant)
                if offset > tenant.clock.offset { try await move(tenant, to: offset, services: directory.services, call) }
                return clockAnswer(tenant)
            }
        } catch let refusal as EdgeRefusal { return refuse(refusal.problem, call, tenant) }
    }

    private func refuseClock(_ call: EdgeCall, _ tenant: MountedTenant) -> EdgeResponse? {
        switch AccessCheck.decide(
            .developer, authorization: call.headers.authorization, tenant: tenant, tokens: platform.tokens, now: now(of: tenant),
            isDevelopment: settings.isDevelopment)
        {
        case .hidden: return refuse(.notFound, call, tenant)
        case .refused(let condition, let members):
            return refuse(.refused(condition, members: members, tenant: tenant, action: nil, method: call.method, target: call.target),
                          call, tenant)
        case .granted: return nil
        }
    }

    private func clockAnswer(_ tenant: MountedTenant) -> EdgeResponse {
        let answer = JSONValue.object(
            ["now": .string(now(of: tenant).wholeSeconds.description), "offsetSeconds": .int(Int(tenant.clock.offset / 1000))])
        let json = (try? JSON.encode(answer)) ?? []
        var response = EdgeResponse(200, "application/json", tenant.usesSnakeCase ? KeyStyle.snakeCase(json) : json)
        response.fields[.cacheControl] = "no-store"
        return response
    }

    /// `{"advance": "P1DT2H"}` or `{"to": "RFC 3339"}` as milliseconds ahead of real time.
    private func newOffset(_ bytes: [UInt8], _ call: EdgeCall, _ tenant: MountedTenant) throws -> Int64 {
        guard call.headers.isJSON else {
            throw EdgeRefusal(Problem(415, "unsupported-media-type", "Send JSON in UTF-8 (Content-Type: application/json)."))
        }
        do throws(JSONSyntaxError) { _ = try JSONScanner.scan(bytes) } catch {
            throw EdgeRefusal(.malformed("The body is not JSON: \(error.reason), at byte \(error.offset)."))
        }
        let body = try JSON.decode(JSONValue.self, from: bytes)
        let now = now(of: tenant)
        let target: Timestamp
        switch (body["advance"], body["to"]) {
        case (.string(let text)?, nil):
            guard let duration = ISODuration(text)?.elapsed else {
                throw EdgeRefusal(.invalid(["advance": ["must be an ISO 8601 duration such as P1DT2H"]]))
            }
            guard duration >= .zero else { throw EdgeRefusal(.invalid(["advance": ["the clock only goes forward"]])) }
            guard duration <= Self.clockAdvanceMax else { throw EdgeRefusal(.invalid(["advance": ["must be at most ten years"]])) }
            target = now + duration
        case (nil, .string(let text)?):
            guard let time = Timestamp(text) else { throw EdgeRefusal(.invalid(["to": [TextFormat.dateTime.complaint]])) }
            guard time >= now.wholeSeconds else { throw EdgeRefusal(.invalid(["to": ["the clock only goes forward"]])) }
            guard time <= now + Self.clockAdvanceMax else { throw EdgeRefusal(.invalid(["to": ["must be at most ten years ahead"]])) }
            target = max(time, now)
        default: throw EdgeRefusal(.invalid(["advance": ["is required, or `to`: one of the two, as text"]]))
        }
        return tenant.clock.offset + (target - now).wholeMilliseconds
    }

    private func move(_ tenant: MountedTenant, to offset: Int64, services: [ServiceName], _ call: EdgeCall) async throws {
        // What was said before should count before the time jumps.
        try await Task.sleep(for: Self.settling)
        let now = Timestamp(millisecondsSinceEpoch: Timestamp.now().millisecondsSinceEpoch + offset)
        let advance = AdvanceClock(offsetMilliseconds: offset, now: now)
        let value = try JSON.encode(advance)
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
        try await operations.keepClock(of: tenant.tenant, offset: offset)
        tenant.clock.advance(to: offset)
        let envelope = Envelope(
            id: RequestIDs.fresh(), type: AdvanceClock.type, source: "/gateway", time: now, tenant: tenant.tenant,
            correlationID: call.requestID, value: value
        )
        var record = envelope.record(for: Topics.tenants)
        record.key = Array("clock/\(tenant.tenant)".utf8)
        // Other instances learn it here. Our own file has it already, so a broker that is away does not undo it.
        do { try producer.enqueue(record) } catch {
            logger.warning("a clock could not be published", metadata: ["tenant": "\(tenant.tenant)", "error": "\(error)"])
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
