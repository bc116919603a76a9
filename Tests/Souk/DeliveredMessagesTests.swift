import Kernel
import ServiceKit
import SoukTool
import TestKit
import Testing

/// Runs last, after the suites whose shards write down what they were given: `make test` sets `SOUK_DELIVERIES` for all of them and fails if
/// this suite is skipped.
@Suite("Delivered messages", .enabled(if: DeliveredTypes.isGathering, "only make test gathers what the other suites deliver"))
struct DeliveredMessagesTests {
    @Test("Every message a service handles was handled in some test, twice and in a replay", arguments: InstalledServices.names)
    func everyType(name: ServiceName) throws {
        let gathered = try DeliveredTypes.gathered()
        let service = try #require(InstalledServices.named(name))
        let types = service.handlerTable().handlers.keys
        let missing = types.map(\.rawValue).filter { !gathered.contains("\(name) \($0)") }.sorted()
        #expect(!types.isEmpty && missing.isEmpty, "\(name) takes \(missing.joined(separator: ", ")), which no test delivers")
    }
}
