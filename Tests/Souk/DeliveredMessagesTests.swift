import Kernel
import ServiceKit
import SoukTool
import TestKit
import Testing

/// Runs last, after the suites whose shards write down what they were given: `make test` sets `SOUK_DELIVERIES` for all
/// of them and fails if this suite is skipped.
@Suite("Delivered messages", .enabled(if: DeliveredTypes.isGathering, "only make test gathers what the other suites deliver"))
struct DeliveredMessagesTests {
    private func expect(_ wanted: [MessageType], _ service: ServiceName, sentBy sender: String = "", _ complaint: String) throws {
        let gathered = try DeliveredTypes.gathered()
        let missing = wanted.map(\.rawValue).filter { !gathered.contains("\(service) \(sender)\($0)") }.sorted()
        #expect(missing.isEmpty, "\(service): \(complaint) \(missing.joined(separator: ", "))")
    }

    @Test("Every message a service handles was handled in some test, twice and in a replay", arguments: InstalledServices.names)
    func everyType(name: ServiceName) throws {
        let types = try #require(InstalledServices.named(name)).handlerTable().handlers.keys
        #expect(!types.isEmpty)
        try expect(Array(types), name, "no test delivers")
    }

    @Test("Every timer was fired by the clock of some test, not only sent by hand", arguments: InstalledServices.names)
    func everyTimer(name: ServiceName) throws {
        let timers = try #require(InstalledServices.named(name)).contents.features.flatMap(\.timers)
        try expect(timers.map { $0.type }, name, sentBy: "timer ", "in no test the clock sends")
    }

    @Test("Every query was answered in some test, twice the same, and every intake prepared its command",
          arguments: InstalledServices.names)
    func everyQuestion(name: ServiceName) throws {
        let contents = try #require(InstalledServices.named(name)).contents
        try expect(contents.queries.map { $0.type } + contents.preprocessors.map { $0.type }, name, "no test gets an answer to")
    }
}
