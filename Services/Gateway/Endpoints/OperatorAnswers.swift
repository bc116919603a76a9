import Kernel
import ServiceKit

extension Gateway {
    /// Answers operators on their own port: `/live`, `/ready`, `/metrics`, `/status` (for `souk status`, like the
    /// services'). Nil: an unknown path.
    public func operatorAnswer(_ method: String, _ path: String) -> OperatorServer.Response? {
        guard method == "GET" else { return nil }
        switch path {
        case "/live": return OperatorServer.Response(200, "live\n")
        case "/ready":
            let missing = missing
            let text = missing.isEmpty ? "ready\n" : "not ready, waiting for:\n" + missing.map { "- \($0)\n" }.joined()
            return OperatorServer.Response(missing.isEmpty ? 200 : 503, text)
        case "/metrics":
            counters.inFlight.set(pending.inFlight)
            counters.parked.set(pending.parked)
            return OperatorServer.Response(200, metrics.text(), contentType: "text/plain; version=0.0.4; charset=utf-8")
        case "/status":
            let missing = missing
            let report: JSONValue = [
                "service": "gateway", "version": .string(Release.version), "ready": .bool(missing.isEmpty), "missing": .array(missing.map { .string($0) }),
                "tenants": .object(Dictionary(uniqueKeysWithValues: tenants.waiting.map { ($0.rawValue, .array($1.map { .string($0.rawValue) })) })),
            ]
            return OperatorServer.Response(200, (try? JSON.encode(report)).map { String(decoding: $0, as: UTF8.self) } ?? "{}", contentType: "application/json")
        default: return nil
        }
    }
}
