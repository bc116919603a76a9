import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// The HTTP server in front of a gateway: HTTP/1.1, or with a certificate TLS with HTTP/2 and HTTP/1.1. The responder
/// is given to the channel itself: one function for every request, nothing in between.
public final class GatewayServer: Sendable {
    private let group: ServiceGroup
    private let gateway: Gateway

    /// - Parameter endsOnSignals: SIGTERM and SIGINT end the server, a second signal immediately.
    /// Throws when the certificate cannot be read.
    public init(_ gateway: Gateway, endsOnSignals: Bool, onListening: @escaping @Sendable (Int) -> Void) throws {
        var quiet = gateway.logger
        quiet.logLevel = max(.notice, quiet.logLevel)
        let app = Application(
            responder: Unused(), server: try Self.channel(gateway),
            configuration: ApplicationConfiguration(
                address: .hostname(gateway.settings.host, port: gateway.settings.port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(10_000, logger: quiet)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) }, eventLoopGroupProvider: .singleton, logger: quiet)
        var configuration = ServiceGroupConfiguration(services: [app], gracefulShutdownSignals: [], logger: quiet)
        configuration.maximumGracefulShutdownDuration = .seconds(gateway.settings.drainSeconds)
        group = ServiceGroup(configuration: configuration)
        self.gateway = gateway
        self.endsOnSignals = endsOnSignals
    }
    private let endsOnSignals: Bool

    /// Serves until it is drained or the task is cancelled.
    public func run() async throws {
        guard endsOnSignals else { return try await group.run() }
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let listening = Task { [self] in
            var ending: Task<Void, Never>?
            for await _ in signals {
                guard ending == nil else {
                    await drain()
                    continue
                }
                ending = Task { await end() }
            }
        }
        defer { listening.cancel() }
        try await group.run()
    }

    /// Reports not ready, keeps serving while balancers notice, then drains.
    public func end() async {
        gateway.announceEnd()
        gateway.logger.notice("ending", metadata: ["seconds until the listener closes": "\(gateway.settings.noticeSeconds)"])
        try? await Task.sleep(for: .seconds(gateway.settings.noticeSeconds))
        await drain()
    }

    /// Takes no new connections, finishes the requests in hand, tells WebSockets and streams to go (1001).
    public func drain() async { await group.triggerGracefulShutdown() }

    private static func channel(_ gateway: Gateway) throws -> HTTPServerBuilder {
        let settings = gateway.settings
        let responder = GatewayResponder(gateway: gateway)
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        (decoder.maxHeaderFieldSize, decoder.maxHeaderListSize, decoder.maxHeaderFieldCount) =
            (settings.headerFieldBytesMax, settings.headerBytesMax, settings.headersMax)
        let http1 = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                RequestWatch(takingTimeoutSeconds: settings.answerTimeoutSeconds) { [weak gateway] in gateway?.inputClosed($0) },
            ],
            idleTimeout: .seconds(Int64(settings.idleTimeoutSeconds)), httpDecoderConfiguration: decoder)
        guard let files = settings.tls else {
            return HTTPServerBuilder { _ in
                Deadlined(HTTP1Channel(responder: { try await responder.respond($0, $1, $2) }, configuration: http1),
                          seconds: settings.headTimeoutSeconds, isTLS: false)
            }
        }
        let chain = try NIOSSLCertificate.fromPEMFile(files.certificate).map { NIOSSLCertificateSource.certificate($0) }
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem)))
        tls.minimumTLSVersion = .tlsv12
        let secure = tls
        return HTTPServerBuilder { _ in
            var configuration = HTTP2UpgradeChannel.Configuration()
            configuration.idleTimeout = .seconds(settings.idleTimeoutSeconds)
            configuration.streamConfiguration = http1
            let channel = try HTTP2UpgradeChannel(
                tlsConfiguration: secure, configuration: configuration, responder: { try await responder.respond($0, $1, $2) })
            return Deadlined(channel, seconds: settings.headTimeoutSeconds, isTLS: true)
        }
    }

    /// `Application` wants one, for the server that we do not use.
    private struct Unused: HTTPResponder {
        func respond(to request: Request, context: BasicRequestContext) async throws -> Response { Response(status: .notImplemented) }
    }
}

/// A connection with a deadline for the headers of its requests.
private struct Deadlined<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let seconds: Int
    let isTLS: Bool
    init(_ base: Base, seconds: Int, isTLS: Bool) { (self.base, self.seconds, self.isTLS) = (base, seconds, isTLS) }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(HeadDeadline(seconds: seconds, isTLS: isTLS))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }
    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
