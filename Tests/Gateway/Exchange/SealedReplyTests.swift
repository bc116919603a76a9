import Crypto
import GatewayService
import Kernel
import Messaging
import Testing

@Suite("Answers with secrets on gateway.replies")
struct SealedReplyTests {
    private let manageToken = "manage-token-nobody-else-may-read"

    @Test("Neither the body nor the location of a secret answer can be read in its record; the gateway that asked reads both")
    func sealed() throws {
        let mine = Curve25519.KeyAgreement.PrivateKey(), other = Curve25519.KeyAgreement.PrivateKey()
        let record = try answer(isSecret: true, to: mine)
        let written = record.headers.compactMap(\.value) + [record.value ?? []]
        #expect(written.allSatisfy { !String(decoding: $0, as: UTF8.self).contains(manageToken) })

        let opened = try received(record).opened(with: mine)
        #expect(opened.status == 201 && opened.location == "/appointments/\(manageToken)")
        #expect(String(decoding: opened.body, as: UTF8.self) == #"{"manageToken":"\#(manageToken)"}"#)

        let stranger = try received(record).opened(with: other)
        #expect(stranger.status == 500 && stranger.body.isEmpty && stranger.location == nil)
    }

    @Test("The location of an answer without secrets stands in its record")
    func clear() throws {
        let mine = Curve25519.KeyAgreement.PrivateKey()
        #expect(try received(answer(isSecret: false, to: mine)).location == "/appointments/\(manageToken)")
    }

    private func answer(isSecret: Bool, to key: Curve25519.KeyAgreement.PrivateKey) throws -> OutgoingRecord {
        let request = Envelope(id: "r-1", type: "shop.book.v1", source: "/gateway", time: .distantPast, tenant: "demo",
                               correlationID: "r-1", value: Array("{}".utf8))
        let reply = Reply(status: 201, body: Array(#"{"manageToken":"\#(manageToken)"}"#.utf8), location: "/appointments/\(manageToken)",
                          isSecret: isSecret)
        return reply.record(to: ReplyAddress(partition: 0, sealingKey: Array(key.publicKey.rawRepresentation)), causedBy: request,
                            source: "/shop", replayed: false)
    }

    private func received(_ record: OutgoingRecord) throws -> ReceivedReply {
        try #require(ReceivedReply(IncomingRecord(topic: record.topic, partition: 0, offset: 0, timestamp: .distantPast, key: record.key,
                                                  value: record.value, headers: record.headers)))
    }
}
