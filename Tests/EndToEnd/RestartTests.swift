import Contracts
import Foundation
import Kafka
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Starting again", .serialized)
struct RestartTests {
    private struct Report: Decodable {
        let ready: Bool
        let clusterID: String
    }
    /// What orders says of itself: the third operator port after the gateway's.
    private func orders(_ platform: RunningPlatform) -> Report? {
        guard let answer = TestClient.operatorRequest(port: platform.port + 3, "GET", "/status"),
              let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        return try? JSON.decode(Report.self, from: Array(answer[end.upperBound...]))
    }
    @Test("Wrong settings end a program with status 1, also when nobody reads its standard error any more",
          arguments: ["orders", "gateway"])
    func brokenStandardError(_ name: String) throws {
        let program = Process(), pipe = Pipe()
        program.executableURL = URL(fileURLWithPath: (try EmbeddedBroker.executable() as NSString).deletingLastPathComponent + "/" + name)
        program.environment = ["SOUK_HTTP_PORT": "none"]
        program.standardError = pipe
        try pipe.fileHandleForReading.close()
        try program.run()
        program.waitUntilExit()
        #expect(program.terminationReason == .exit && program.terminationStatus == 1)
    }

    @Test("A service that starts again beside others that outlived a wiped broker gets ready, and sells",
          .enabled(if: GivenBroker.current == nil, "\(GivenBroker.notOurs)"))
    func afterWipedBroker() throws {
        let platform = try RunningPlatform(template: SeededData.folder.get())
        defer { platform.remove() }
        let buyer = try Demo.buyer(platform, 1)
        let before = orders(platform)?.clusterID
        try platform.kill("broker")
        try platform.until("orders follows the new cluster") { orders(platform).map { $0.ready && $0.clusterID != before } ?? false }
        let old = platform.processes()["orders"]
        try platform.kill("orders")
        try platform.until("orders runs again") { platform.processes()["orders"] != old }
        try platform.until("orders is ready") { orders(platform)?.ready ?? false }
        #expect(try Demo.buy(buyer).count == 1)
    }

    @Test("A service that starts again does not write its manifest again, so that starts do not get slower with their number",
          .enabled(if: GivenBroker.current == nil, "\(GivenBroker.notOurs)"))
    func unchangedManifest() throws {
        let platform = try RunningPlatform(template: SeededData.folder.get())
        defer { platform.remove() }
        let cluster = KafkaCluster(KafkaSettings(bootstrapServers: "127.0.0.1:\(platform.port + 20)"))
        let manifests = TopicPartition(Topics.manifests, 0)
        let before = try cluster.watermarks(manifests).upperBound
        #expect(before > 0)
        let old = platform.processes()["orders"]
        try platform.kill("orders")
        try platform.until("orders runs again") { platform.processes()["orders"] != old }
        try platform.until("orders is ready") { orders(platform)?.ready ?? false }
        #expect(try Demo.buy(Demo.buyer(platform, 1)).count == 1)
        #expect(try cluster.watermarks(manifests).upperBound == before)
    }
}
