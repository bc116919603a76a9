import Foundation
import Glibc
import Kernel
import Messaging

/// A client that sends exactly the bytes a test wants sent, one connection per request unless it says otherwise.
struct HTTPClient: Sendable {
    let port: Int

    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { (try? JSON.decode(JSONValue.self, from: body)) ?? .null }
        subscript(_ name: String) -> String? { headers[name.lowercased()] }
    }
    struct Failed: Error { let reason: String }

    func send(_ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil) async throws -> Answer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(headers["Host"] ?? "127.0.0.1")\r\nConnection: close\r\n"
        for (name, value) in headers where name != "Host" { head += "\(name): \(value)\r\n" }
        if let body {
            if headers["Content-Type"] == nil { head += "Content-Type: application/json\r\n" }
            head += "Content-Length: \(body.utf8.count)\r\n"
        }
        return try await send(raw: Array((head + "\r\n" + (body ?? "")).utf8))
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer { try await send("GET", path, headers) }
    func post(_ path: String, _ body: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send("POST", path, headers, body: body)
    }

    /// Sends the bytes and reads until the server closes. On a thread of its own: blocking the cooperative pool would
    /// block the server, too.
    func send(raw bytes: [UInt8]) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            _ = BlockingThread(name: "http-client") { continuation.resume(with: Result { try exchange(bytes) }) }
        }
    }

    private func exchange(_ bytes: [UInt8]) throws -> Answer {
        let fd = try Self.connect(port)
        defer { close(fd) }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { break }  // The server has refused; its answer may be there.
            sent += count
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(fd, &buffer, buffer.count, 0)
            if count <= 0 { break }
            received.append(contentsOf: buffer[..<count])
        }
        return try parse(received)
    }

    static func connect(_ port: Int) throws -> Int32 {
        let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard fd >= 0 else { throw Failed(reason: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard connected == 0 else {
            close(fd)
            throw Failed(reason: "connect: \(errno)")
        }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return fd
    }

    private func parse(_ bytes: [UInt8]) throws -> Answer {
        let mark = Array("\r\n\r\n".utf8)
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
            throw Failed(reason: "no response: \(bytes.count) bytes")
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Failed(reason: "no status")
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let rest = Array(bytes[(end + 4)...])
        if status == 100 { return try parse(rest) }
        return Answer(status: status, headers: headers, body: rest)
    }
}
