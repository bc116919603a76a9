import Kernel
import ServiceKit

extension Gateway {
    /// Routes that several services or plugins claim, by tenant.
    private var conflicts: [String] { platform.directory.tenants.values.flatMap(\.conflicts).sorted() }

    /// Answers operators on their own port: `/live`, `/ready`, `/metrics`, `/status` (for `souk status`, like the
    /// services'). Nil: an unknown path.
    public func operatorAnswer(_ method: String, _ path: String) -> OperatorServer.Response? {
        guard method == "GET" else { return nil }
        switch path {
        case "/live": return OperatorServer.Response(200, "live\n")
        case "/ready":
            let missing = missing
            var text = missing.isEmpty ? "ready\n" : "not ready, waiting for:\n" + missing.map { "- \($0)\n" }.joined()
            // One app's mistake must not take the others out of service.
            if !conflicts.isEmpty { text += "routes that clash and are not served:\n" + conflicts.map { "- \($0)\n" }.joined() }
            return OperatorServer.Response(missing.isEmpty ? 200 : 503, text)
        case "/metrics":
            counters.inFlight.set(pending.inFlight)
            counters.parked.set(pending.parked)
            counters.contested.set(conflicts.count)
            return OperatorServer.Response(200, metrics.text(), contentType: "text/plain; version=0.0.4; charset=utf-8")
        case "/status":
            let missing = missing
            let report: JSONValue = [
                "service": "gateway", "version": .string(Release.version), "ready": .bool(missing.isEmpty),
                "missing": .array(missing.map { .string($0) }), "conflicts": .array(conflicts.map { .string($0) }),
                "tenants": .object(
                    Dictionary(uniqueKeysWithValues: tenants.waiting.map { ($0.rawValue, .array($1.map { .string($0.rawValue) })) })),
            ]
            return OperatorServer.Response(200, (try? JSON.encode(report)).map { String(decoding: $0, as: UTF8.self) } ?? "{}",
                                           contentType: "application/json")
        default: return nil
        }
    }
}
