import HTTPTypes
import HummingbirdCore
import Kernel
import Messaging
import NIOCore
import ServiceKit

/// The rest of a file that is being answered: slice after slice is asked for and handed on.
struct FileSending: Sendable {
    let first: [UInt8]
    /// Where the next slice begins, and where the answer ends.
    let next: Int
    let end: Int
    let slice: @Sendable (_ offset: Int, _ length: Int) async throws -> FileSlice

    /// Thrown when the head has promised what does not come: the connection ends, so that the client knows.
    struct CutShort: Error {}

    func run(_ head: HTTPResponse, _ writer: consuming ResponseWriter) async throws {
        var body: any ResponseBodyWriter = try await writer.writeHead(head)
        if !first.isEmpty { try await body.write(ByteBuffer(bytes: first)) }
        var at = next
        while at < end {
            let piece = try await slice(at, min(FileSlice.bytesMax, end - at))
            guard !piece.bytes.isEmpty else { throw CutShort() }
            try await body.write(ByteBuffer(bytes: piece.bytes))
            at += piece.bytes.count
        }
        try await body.finish(nil)
    }
}

/// One range of `Range: bytes=…` (RFC 9110 §14.1.2). Several ranges are answered by the whole, as the RFC allows.
package enum ByteRange: Equatable, Sendable {
    case from(Int, to: Int?)
    case last(Int)

    /// Nil: nothing that we understand, so it is as if it were not there.
    package init?(_ header: String) {
        guard header.hasPrefix("bytes=") else { return nil }
        let text = header.dropFirst(6)
        guard !text.contains(","), let dash = text.firstIndex(of: "-") else { return nil }
        let (low, high) = (text[..<dash].filter { $0 != " " }, text[text.index(after: dash)...].filter { $0 != " " })
        if low.isEmpty {
            guard let count = Int(high), count >= 0 else { return nil }
            self = .last(count)
        } else {
            guard let start = Int(low), start >= 0 else { return nil }
            if high.isEmpty {
                self = .from(start, to: nil)
            } else {
                guard let end = Int(high), end >= start else { return nil }
                self = .from(start, to: end)
            }
        }
    }

    /// The bytes it means of a file this long; nil: none.
    package func within(_ size: Int) -> Range<Int>? {
        switch self {
        case .from(let start, let end):
            guard start < size else { return nil }
            return start..<min(size, end.map { $0 == .max ? size : $0 + 1 } ?? size)
        case .last(let count):
            guard count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
    }
}

extension Gateway {
    /// A kept file: whole, a range of it, or that it has not changed.
    func download(_ exchange: Exchange) async throws -> EdgeResponse {
        let call = exchange.call
        let (query, errors) = QueryParameters.read(call.target.query, exchange.route.query, snakeCase: exchange.tenant.usesSnakeCase)
        guard errors.isEmpty else { throw EdgeRefusal(.invalid(errors)) }
        try requirePossible(exchange.parameters, of: exchange.route)
        let parameters = try MessageValue.make(nil, route: exchange.route, parameters: exchange.parameters, query: query)
        // Ranges are for GET (RFC 9110, 14.2): HEAD tells of the whole file.
        let wanted = call.method == "HEAD" ? nil : call.headers.range.flatMap { ByteRange($0) }
        // Where a range begins is known before the file is, unless it is counted from the end.
        var start = 0
        var length = FileSlice.bytesMax
        switch wanted {
        case .from(let offset, let last):
            // No file is longer than this, and the limit keeps the sums of services within Int.
            start = min(offset, FileSlice.offsetMax)
            if let last, last - offset < length { length = last - offset + 1 }
        case .last: length = 0
        case nil: break  // From the start.
        }
        let first = try await slice(exchange, parameters, offset: start, length: call.method == "HEAD" ? 0 : length)
        let facts = first.facts
        let slice: @Sendable (Int, Int) async throws -> FileSlice = { [self] offset, length in
            let piece = try await self.slice(exchange, parameters, offset: offset, length: length, tag: facts.tag)
            // The content has changed meanwhile: pieces of two contents would be a broken file.
            guard piece.facts.tag == facts.tag else { throw FileSending.CutShort() }
            return piece
        }
        let tag = "\"\(facts.tag)\""
        var response = EdgeResponse(200, facts.contentType)
        response.fields.add(.eTag, tag)
        response.fields.add(.acceptRanges, "bytes")
        response.fields.add(.cacheControl, facts.cacheControl ?? "private, no-cache")
        response.fields.add(.contentDisposition, "inline")
        // Whatever a file holds, it runs nothing here.
        response.fields.add(.securityPolicy, "default-src 'none'; sandbox")
        if let known = call.headers.ifNoneMatch, EntityTag.matches(known, tag) {
            response.status = 304
            return response
        }
        var range = 0..<facts.bytes
        if let wanted, call.headers.ifRange.map({ $0 == tag }) ?? true {
            guard let part = wanted.within(facts.bytes) else {
                var refusal = refuse(Problem(416, "range-not-satisfiable", "The file has \(facts.bytes) bytes."), call, exchange.tenant)
                refusal.fields.add(.contentRange, "bytes */\(facts.bytes)")
                return refusal
            }
            range = part
            response.status = 206
            response.fields.add(.contentRange, "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(facts.bytes)")
        }
        response.fields.add(.contentLength, String(range.count))
        let held = start == range.lowerBound ? Array(first.bytes.prefix(range.count)) : []
        response.takeover = .file(FileSending(first: held, next: range.lowerBound + held.count, end: range.upperBound, slice: slice))
        return response
    }

    /// Asks until the file is made, as long as any answer may take.
    private func slice(
        _ exchange: Exchange, _ parameters: [UInt8], offset: Int, length: Int, tag: String? = nil
    ) async throws -> FileSlice {
        var value = Array(parameters.dropLast())
        if value.count > 1 { value.append(UInt8(ascii: ",")) }
        value.append(contentsOf: #""offset":\#(offset),"length":\#(length)"#.utf8)
        if let tag {
            value.append(contentsOf: #","tag":"#.utf8)
            JSONWriter.append(tag, to: &value)
        }
        value.append(UInt8(ascii: "}"))
        let end = Monotonic.milliseconds() + Int64(settings.waitSeconds) * 1000
        while Monotonic.milliseconds() < end {
            if let slice = try await slice(exchange, value, within: end - Monotonic.milliseconds()) { return slice }
        }
        throw EdgeRefusal(.unavailable("This takes long to make. Ask again.", retryAfterSeconds: 2))
    }

    /// Nil: the file is still being made.
    private func slice(_ exchange: Exchange, _ value: [UInt8], within milliseconds: Int64) async throws -> FileSlice? {
        let id = RequestIDs.fresh()
        let record = request(exchange, id: id, value: value, fingerprint: nil).record(identity)
        let outcome = await pending.ask(id, record, fingerprint: nil, ticket: nil, waitMilliseconds: max(1, milliseconds))
        switch outcome {
        case .reply(let reply, _):
            let opened = reply.opened(with: identity.privateKey)
            guard opened.status < 400 else {
                throw EdgeRefusal(
                    Problem(status: opened.status, refusal: opened.body).inWords(
                        of: exchange.tenant, action: exchange.route.route.action, method: exchange.call.method,
                        target: exchange.call.target))
            }
            guard opened.contentType == FileSlice.wireType, let slice = FileSlice(opened.body) else {
                throw EdgeRefusal(Problem(500, "internal-error", "Something went wrong on our side."))
            }
            return opened.status == FileSlice.unfinishedStatus ? nil : slice
        case .overloaded: throw EdgeRefusal.overloaded
        case .late, .keyReused, .failed: throw EdgeRefusal(
                .unavailable("\(exchange.route.service) does not answer.", retryAfterSeconds: 2))
        }
    }
}
