import Kernel
import Messaging
import NIOCore
import ServiceKit

extension Gateway {
    /// A part of a file in this many times the time of a body: some 50 kbit/s with the settings as they come.
    private static let partTimes: Int64 = 3

    /// Hands a file to its service, part by part: the next one leaves when the one before is acknowledged, so never
    /// more than one is held here.
    func upload(_ exchange: Exchange, body: inout BodyReading, channel: any Channel) async throws -> EdgeResponse {
        let rules = exchange.route.route.file ?? FileRules()
        let headers = exchange.call.headers
        // The form around a file is small.
        guard body.declared ?? 0 <= rules.bytesMax + 64 * 1024 else { throw tooLarge(rules) }
        var form: MultipartReading?
        if headers.contentType?.lowercased().hasPrefix("multipart/") ?? false {
            guard headers.contentType?.lowercased().hasPrefix("multipart/form-data") ?? false,
                let reading = MultipartReading(contentType: headers.contentType ?? "", fields: [rules.field, "file"])
            else {
                throw EdgeRefusal(Problem(415, "unsupported-media-type", "Send multipart/form-data with a boundary, or the bytes alone."))
            }
            form = reading
        }
        // A malformed key (400) takes precedence over the query (422) and the path (404).
        _ = try readableKey(exchange.route, exchange.call)
        let (query, errors) = QueryParameters.read(exchange.call.target.query, exchange.route.query,
                                                   snakeCase: exchange.tenant.usesSnakeCase)
        guard errors.isEmpty else { throw EdgeRefusal(.invalid(errors)) }
        try requirePossible(exchange.parameters, of: exchange.route)
        let key = try idempotencyKey(exchange, identifier: nil)
        if let key {
            try await claim(key, fingerprint(exchange, []), for: exchange.route.route.message, exchange.call, exchange.tenant)
        }
        var ids = messageID(key, exchange)
        // After "try again" the client sends the file anew, so its parts need new ids.
        let latest = pending.latest(of: ids.id)
        if latest != ids.id { ids = (latest, nil) }
        var sending = try UploadSending(
            exchange: exchange, ids: ids, hasKey: key != nil,
            parameters: MessageValue.make(nil, route: exchange.route, parameters: exchange.parameters, query: query))
        var part: [UInt8] = []
        var count = 0
        defer { bodies.end(channel) }
        // Every part has the whole time, so that a large file may take longer; pieces are as small as the client wants.
        bodies.start(channel, times: Self.partTimes)
        while let piece = try await body.next() {
            do throws(MultipartReading.Malformed) {
                let bytes = try form?.take(piece.readableBytesView) ?? Array(piece.readableBytesView)
                count += bytes.count
                part.append(contentsOf: bytes)
            } catch { throw EdgeRefusal(.malformed("The form cannot be read: \(error.reason).")) }
            guard count <= rules.bytesMax else { throw tooLarge(rules) }
            while part.count > UploadPart.bytesMax {
                bodies.end(channel)
                if let refusal = try await send(&sending, Array(part.prefix(UploadPart.bytesMax))) { return refusal }
                part.removeFirst(UploadPart.bytesMax)
                bodies.start(channel, times: Self.partTimes)
            }
        }
        bodies.end(channel)
        if let form {
            guard form.isWhole else { throw EdgeRefusal(.malformed("The form ends too early.")) }
            guard form.hasFile else { throw EdgeRefusal(.invalid([rules.field: ["is required"]])) }
        }
        guard count > 0 else { throw EdgeRefusal(.invalid([rules.field: ["is required"]])) }
        return try await sendLast(&sending, part)
    }

    private func tooLarge(_ rules: FileRules) -> EdgeRefusal {
        EdgeRefusal(Problem(413, "payload-too-large", "A file may have \(rules.bytesMax) bytes."))
    }

    private struct UploadSending {
        let exchange: Exchange
        let ids: (id: String, earlier: String?)
        let hasKey: Bool
        /// The route's parameters as JSON.
        let parameters: [UInt8]
        var index = 0

        /// `{"eventId": …, "part": {…}}`
        func value(_ bytes: [UInt8], isLast: Bool) throws -> [UInt8] {
            let part = UploadPart(upload: ids.id, index: index, isLast: isLast, bytes: Base64URL.encode(bytes))
            var out = Array(parameters.dropLast())
            if out.count > 1 { out.append(UInt8(ascii: ",")) }
            out.append(contentsOf: "\"\(UploadPart.field)\":".utf8)
            out.append(contentsOf: try JSON.encode(part))
            out.append(UInt8(ascii: "}"))
            return out
        }
        func partID(isLast: Bool) -> String { isLast ? ids.id : DeterministicID.make("upload-part", ids.id, String(index)) }
    }

    /// One part before the last; nil: acknowledged.
    private func send(_ sending: inout UploadSending, _ bytes: [UInt8]) async throws -> EdgeResponse? {
        let exchange = sending.exchange, id = sending.partID(isLast: false)
        let mark = sending.hasKey ? fingerprint(exchange, bytes) : nil
        let message = request(exchange, id: id, value: try sending.value(bytes, isLast: false), fingerprint: mark)
        let record = message.record(identity)
        let outcome = await pending.ask(
            id, record, fingerprint: mark, ticket: nil, waitMilliseconds: Int64(settings.waitSeconds) * 1000, isWhole: false)
        if case .reply(let reply, _) = outcome, reply.status < 400 {
            sending.index += 1
            return nil
        }
        return try await answer(outcome, nil, record, exchange.route, exchange.call, exchange.place, hasKey: sending.hasKey)
    }

    /// The last part, whose answer is the upload's.
    private func sendLast(_ sending: inout UploadSending, _ bytes: [UInt8]) async throws -> EdgeResponse {
        let exchange = sending.exchange
        let mark = sending.hasKey ? fingerprint(exchange, bytes) : nil
        var message = request(exchange, id: sending.ids.id, value: try sending.value(bytes, isLast: true), fingerprint: mark)
        message.earlierID = sending.ids.earlier
        let record = message.record(identity)
        let ticket = OperationTicket(id: sending.ids.id, tenant: exchange.tenant.tenant, principal: exchange.caller.principal,
                                     service: exchange.route.service)
        let outcome = await pending.ask(
            sending.ids.id, record, fingerprint: mark, ticket: ticket, waitMilliseconds: wait(exchange.call, isQuery: false),
            isWhole: false)
        return try await answer(outcome, ticket, record, exchange.route, exchange.call, exchange.place, hasKey: sending.hasKey)
    }
}
