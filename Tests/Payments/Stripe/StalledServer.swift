import Foundation
import Glibc

/// An HTTP server on loopback that sends the head of its answer and one byte of the body, and then nothing.
final class StalledServer: Sendable {
    private let socket: Int32
    let port: Int

    struct Failed: Error { let code: Int32 }

    init() throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Failed(code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutableBytes(of: &address) { raw in
            raw.withMemoryRebound(to: sockaddr.self) {
                bind(socket, $0.baseAddress, length) == 0 && listen(socket, 4) == 0 && getsockname(socket, $0.baseAddress, &length) == 0
            }
        }
        guard isOpen else {
            close(socket)
            throw Failed(code: errno)
        }
        (self.socket, port) = (socket, Int(UInt16(bigEndian: address.sin_port)))
        Thread.detachNewThread { [socket] in
            while case let link = accept(socket, nil, nil), link >= 0 {
                let head = Array("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{".utf8)
                // The link stays open until the client gives up: its end is read, then it is closed.
                _ = send(link, head, head.count, Int32(MSG_NOSIGNAL))
                var rest = [UInt8](repeating: 0, count: 4096)
                while recv(link, &rest, rest.count, 0) > 0 {}
                close(link)
            }
        }
    }
    deinit { shutdown(socket, Int32(SHUT_RDWR)); close(socket) }
}
