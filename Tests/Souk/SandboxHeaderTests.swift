import ServiceKit
import SoukTool
import Testing

@Suite("How a request asks the sandbox to misbehave (common §7)")
struct SandboxHeaderTests {
    @Test("X-Sandbox-Payment counts on every request that creates or confirms a payment")
    func routes() {
        func routes<S: PlatformService>(of _: S.Type) -> [Route] { S.contents.routes }
        let found = InstalledServices.all.flatMap { routes(of: $0) }.filter { $0.headers.contains("x-sandbox-payment") }
        #expect(Set(found.map { "\($0.method) \($0.path)" }) == [
            "POST /orders", "POST /orders/{orderId}/payment", "POST /orders/{orderId}/tip", "POST /subscriptions",
            "POST /booking/links/{token}/appointments", "POST /book/{token}",
            "POST /payments/{paymentId}/confirm", "POST /pay/{clientSecret}",
        ])
    }
}
