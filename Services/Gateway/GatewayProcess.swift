import Foundation
import Kernel
import Logging
import Messaging
import NIOCore
import ServiceKit

/// The gateway as a process: settings from the environment, HTTP server, orderly end.
public enum GatewayProcess {
    /// Runs until SIGTERM or SIGINT; then reports not ready, waits for balancers to notice, finishes open requests and
    /// closes. Only `Main/` knows which client connects to the cluster.
    public static func main(connect: ([String: String]) throws -> any LogCluster) async -> Never {
        signal(SIGPIPE, SIG_IGN)
        do {
            let environment = ProcessInfo.processInfo.environment
            let settings = try GatewaySettings.fromEnvironment(environment)
            var logger = Logger(label: "gateway")
            logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
            let gateway = try Gateway(settings: settings, cluster: try connect(environment), logger: logger)
            // Once, before anything uses the event loops.
            NIOSingletons.groupLoopCountSuggestion = settings.eventLoopThreads
            gateway.metrics.bootstrap()
            logger.notice("clients are told apart \(ClientAddresses.policy(settings.trustedProxies))")
            gateway.start()
            let operators = settings.operatorPort == 0 ? nil
                : try OperatorServer(host: settings.operatorHost, port: settings.operatorPort) { gateway.operatorAnswer($0, $1) }
            let log = logger
            let server = try GatewayServer(gateway, endsOnSignals: true) { port in
                log.info("listening", metadata: ["host": "\(settings.host)", "port": "\(port)", "tls": "\(settings.tls != nil)"])
            }
            try await server.run()
            gateway.close()
            operators?.close()
            exit(0)
        } catch {
            StandardError.write("gateway: \(error)")
            exit(1)
        }
    }
}
