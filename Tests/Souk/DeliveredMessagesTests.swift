import Kernel
import ServiceKit
import SoukTool
import TestKit
import Testing

/// Runs last, after the suites whose shards say what they were given (`make test` sets `SOUK_DELIVERIES` for all of them).
@Suite("Delivered messages", .enabled(if: DeliveredTypes.isGathering))
struct DeliveredMessagesTests {
    @Test("Every message a service handles was handled in some test, twice and in a replay", arguments: InstalledServices.names)
    func everyType(name: ServiceName) throws {
        let gathered = try DeliveredTypes.gathered()
        let service = try #require(InstalledServices.named(name))
        let missing = service.handlerTable().handlers.keys.map(\.rawValue).filter { !gathered.contains("\(name) \($0)") }.sorted()
        #expect(missing.isEmpty, "\(name) handles \(missing.joined(separator: ", ")), which no test delivers")
    }
}
