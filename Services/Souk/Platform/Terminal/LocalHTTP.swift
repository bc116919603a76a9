import Foundation
import Kernel

/// A small blocking HTTP/1.1 client for asking our own processes: one request, one connection.
public enum LocalHTTP {
    public struct Response: Sendable {
        public let status: Int
        public let headers: [String: String]
        public let body: [UInt8]
        public var text: String { String(decoding: body, as: UTF8.self) }
        public var json: JSONValue { (try? JSON.decode(JSONValue.self, from: body)) ?? .null }
    }
    public struct Failed: Error, CustomStringConvertible { public let description: String }

    /// - Parameter address: `host:port`.
    public static func request(_ method: String, _ address: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = [],
                               timeout: Duration = .seconds(5)) throws -> Response {
        let descriptor = try connect(address, timeout: timeout)
        defer { close(descriptor) }
        var head = "\(method) \(path) HTTP/1.1\r\nhost: \(address)\r\nconnection: close\r\n"
        if !body.isEmpty || method != "GET" { head += "content-length: \(body.count)\r\n" }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        try send(Array((head + "\r\n").utf8) + body, descriptor)
        return try parse(try receiveAll(descriptor), method, path)
    }

    private static func connect(_ address: String, timeout: Duration) throws -> Int32 {
        let parts = address.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { throw Failed(description: "\(address) is not host:port") }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(String(parts[0]), String(port), &hints, &found) == 0, let first = found else {
            throw Failed(description: "\(address): unknown host")
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(first.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failed(description: "socket: \(String(cString: strerror(errno)))") }
        var limit = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: Int(timeout.components.attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard Foundation.connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw Failed(description: "\(address): \(reason)")
        }
        return descriptor
    }

    private static func send(_ bytes: [UInt8], _ descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failed(description: "write: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    private static let answerBytesMax = 64 << 20

    private static func receiveAll(_ descriptor: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < answerBytesMax {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failed(description: errno == EAGAIN ? "no answer in time" : "read: \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            bytes += chunk[0..<count]
        }
        return bytes
    }

    private static func parse(_ bytes: [UInt8], _ method: String, _ path: String) throws -> Response {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failed(description: "\(method) \(path): no HTTP answer") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first.flatMap({ $0.split(separator: " ").dropFirst().first }).flatMap({ Int($0) }) else {
            throw Failed(description: "\(method) \(path): no HTTP status")
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...]).trimmed
        }
        let raw = Array(bytes[end.upperBound...])
        return Response(status: status, headers: headers,
                      body: headers["transfer-encoding"]?.lowercased() == "chunked" ? unchunked(raw) : raw)
    }

    private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var rest = bytes[...]
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            let size = Int(String(decoding: rest[..<line.lowerBound].prefix { $0 != 59 }, as: UTF8.self), radix: 16) ?? 0
            let body = rest[line.upperBound...]
            guard size > 0, body.count >= size else { break }
            out += body.prefix(size)
            rest = body.dropFirst(size + 2)
        }
        return out
    }
}
