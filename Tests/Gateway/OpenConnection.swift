import Glibc
import Kernel
import Messaging
import Synchronization

/// A connection that stays open: a WebSocket, a stream, or one that a test feeds byte by byte. What comes is collected
/// by a thread of its own.
final class OpenConnection: Sendable {
    private struct State {
        var received: [UInt8] = []
        var isClosed = false
    }
    private let fd: Int32
    private let state = Mutex(State())

    init(_ client: HTTPClient, isReading: Bool = true) throws {
        fd = try HTTPClient.connect(client.port)
        if isReading { read() }
    }
    deinit { close(fd) }

    private func read() {
        let fd = fd
        _ = BlockingThread(name: "open-connection") { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(fd, &buffer, buffer.count, 0)
                guard let self, count > 0 else { break }
                self.state.withLock { $0.received.append(contentsOf: buffer[..<count]) }
            }
            self?.state.withLock { $0.isClosed = true }
        }
    }

    private func readHead() {
        _ = BlockingThread(name: "open-connection") { [self] in
            var byte: UInt8 = 0
            while !text.hasSuffix("\r\n\r\n"), recv(fd, &byte, 1, 0) == 1 { state.withLock { $0.received.append(byte) } }
        }
    }

    /// Answers how many bytes went out.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int { bytes.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } }
    func send(_ text: String) { send(Array(text.utf8)) }
    func shut() { shutdown(fd, Int32(SHUT_RDWR)) }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var bytes: [UInt8] { state.withLock { $0.received } }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: - WebSocket

    /// Returns once the server has agreed. One that does not read has read that much.
    static func webSocket(_ client: HTTPClient, _ path: String = "/t/demo/api/v1/ws", token: String? = nil,
                          isReading: Bool = true) async throws
        -> OpenConnection
    {
        let connection = try OpenConnection(client, isReading: isReading)
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        connection.send(
            "GET \(path) HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(authorization)\r\n")
        if !isReading { connection.readHead() }
        try await poll { connection.text.contains("\r\n\r\n") }
        return connection
    }

    func say(_ text: String, opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true) {
        let data = Array(text.utf8), mask: [UInt8] = [1, 2, 3, 4]
        var frame: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
        let flag: UInt8 = isMasked ? 0x80 : 0
        if data.count < 126 { frame.append(flag | UInt8(data.count)) } else {
            frame += [flag | 126, UInt8(data.count >> 8), UInt8(data.count & 255)]
        }
        if isMasked { frame += mask }
        frame += data.enumerated().map { isMasked ? $1 ^ mask[$0 & 3] : $1 }
        send(frame)
    }

    struct Frame: Equatable {
        let opcode: UInt8
        let data: [UInt8]
        var json: JSONValue { (try? JSON.decode(JSONValue.self, from: data)) ?? .null }
        var closeCode: Int? { opcode == 8 && data.count >= 2 ? Int(data[0]) << 8 | Int(data[1]) : nil }
    }

    /// The frames so far, after the head of the response.
    var frames: [Frame] {
        let all = bytes
        guard let end = all.indices.first(where: { all[$0...].starts(with: [13, 10, 13, 10]) }) else { return [] }
        var frames: [Frame] = []
        var at = end + 4
        while at + 2 <= all.count {
            var length = Int(all[at + 1] & 127), start = at + 2
            if length == 126 {
                guard start + 2 <= all.count else { break }
                length = Int(all[start]) << 8 | Int(all[start + 1])
                start += 2
            }
            guard start + length <= all.count else { break }
            frames.append(Frame(opcode: all[at] & 15, data: Array(all[start..<(start + length)])))
            at = start + length
        }
        return frames
    }
    var messages: [JSONValue] { frames.filter { $0.opcode == 1 }.map(\.json) }

    // MARK: - Server-sent events

    /// The data of the events so far.
    var events: [JSONValue] {
        text.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map {
            (try? JSON.decode(JSONValue.self, from: $0.dropFirst(6).utf8)) ?? .null
        }
    }
}
