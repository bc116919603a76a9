import Glibc

/// A port of 127.0.0.1 that refuses connections: it is bound and nobody listens. A port that was merely closed may be
/// another test's a moment later.
final class EmptyPort: Sendable {
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
        let bound = withUnsafeMutableBytes(of: &address) { raw in
            raw.withMemoryRebound(to: sockaddr.self) {
                bind(socket, $0.baseAddress, length) == 0 && getsockname(socket, $0.baseAddress, &length) == 0
            }
        }
        guard bound else {
            close(socket)
            throw Failed(code: errno)
        }
        (self.socket, port) = (socket, Int(UInt16(bigEndian: address.sin_port)))
    }
    deinit { close(socket) }
}
