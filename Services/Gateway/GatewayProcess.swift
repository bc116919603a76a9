import Foundation
import Hummingbird
import HummingbirdCore
import Kernel
import Logging
import Messaging
import NIOCore
import NIOPosix
import ServiceKit

/// The gateway as a process: settings from the environment, HTTP server, orderly end.
public enum GatewayProcess {
    /// Runs until SIGTERM or SIGINT: then finishes the requests in hand and closes. Only `Main/` knows which client makes the cluster.
    public static func main(connect: ([String: String]) throws -> any LogCluster) async -> Never {
        do {
            let environment = ProcessInfo.processInfo.environment
            let settings = try GatewaySettings.fromEnvironment(environment)
            var logger = Logger(label: "gateway")
            logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
            let gateway = try Gateway(settings: settings, cluster: try connect(environment), logger: logger)
            // Once, before anything uses the event loops.
            NIOSingletons.groupLoopCountSuggestion = settings.eventLoopThreads
            gateway.start()
            let log = logger
            try await server(gateway) { port in log.info("listening", metadata: ["host": "\(settings.host)", "port": "\(port)"]) }.runService()
            gateway.close()
            exit(0)
        } catch {
            FileHandle.standardError.write(Data("gateway: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Serves until the task is cancelled. For tests and for running several things in one process.
    public static func serve(_ gateway: Gateway, onListening: @escaping @Sendable (Int) -> Void) async throws {
        try await server(gateway, onListening: onListening).run()
    }

    /// The HTTP server in front of a gateway. The responder is given to the channel itself: one function for every request, nothing in between.
    static func server(_ gateway: Gateway, onListening: @escaping @Sendable (Int) -> Void) -> some ApplicationProtocol {
        let settings = gateway.settings
        let responder = GatewayResponder(gateway: gateway)
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        (decoder.maxHeaderFieldSize, decoder.maxHeaderListSize, decoder.maxHeaderFieldCount) = (16 * 1024, 32 * 1024, 100)
        let channel = HTTP1Channel.Configuration(idleTimeout: .seconds(Int64(settings.idleTimeoutSeconds)), httpDecoderConfiguration: decoder)
        var quiet = gateway.logger
        quiet.logLevel = max(.notice, quiet.logLevel)
        return Application(
            responder: Unused(),
            server: HTTPServerBuilder { _ in HTTP1Channel(responder: { try await responder.respond($0, $1, $2) }, configuration: channel) },
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(10_000, logger: quiet)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) }, eventLoopGroupProvider: .singleton, logger: quiet)
    }

    /// `Application` wants one, for the server that we do not use.
    private struct Unused: HTTPResponder {
        func respond(to request: Request, context: BasicRequestContext) async throws -> Response { Response(status: .notImplemented) }
    }
}
