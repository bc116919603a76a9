import NIOCore
import NIOSSL

/// TLS as a client: at least 1.2, the peer's name checked.
package enum TLSContexts {
    package static var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }
    /// - Parameter trustRoots: certificates (PEM) to trust besides the system's; nil: the system's alone.
    package static func client(trustRoots: String?) throws -> NIOSSLContext {
        var configuration = configuration
        if let trustRoots {
            configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(Array(trustRoots.utf8)))]
        }
        return try NIOSSLContext(configuration: configuration)
    }
    /// A peer that is called by its address gets no server name; its certificate must then be of that address.
    package static func handler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
