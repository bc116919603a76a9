import Contracts
import GatewayService
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Keys go where their service looks for them")
struct PartitionTests {
    @Test("""
        Where a topic has another number of partitions than its service counts, the gateway is not ready, says both and sends nothing \
        (12.B2)
        """)
    func otherCount() async throws {
        let shop = try await Shop()
        let address = "/t/demo/api/v1/things/1/echo"
        #expect(try await shop.client.post(address, #"{"name":"Ann"}"#, [:]).status < 500)
        let manifest = shop.log.records(of: Topics.manifests).compactMap { try? JSON.decode(Manifest.self, from: $0.value ?? []) }.first {
            $0.service == "shop"
        }
        var told = try #require(manifest)
        told.partitions = 1
        _ = try shop.log.makeProducer(name: "shop").append(
            [OutgoingRecord(topic: Topics.manifests, key: Array("shop".utf8), value: try JSON.encode(told))], timeout: .seconds(5))
        shop.log.grow(Topics.commands("shop"), toPartitions: 4)
        try await poll { shop.gateway.missing.contains { $0.contains("shop.commands has 4 partitions") && $0.contains("spread over 1") } }
        let before = shop.log.records(of: Topics.commands("shop")).count
        #expect(try await shop.client.post(address, #"{"name":"Bob"}"#, [:]).status == 503)
        #expect(shop.log.records(of: Topics.commands("shop")).count == before)
        await shop.stop()
    }
}
