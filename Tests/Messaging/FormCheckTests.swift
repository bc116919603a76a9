import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Checks of forms that the gateway refuses", .serialized)
struct FormCheckTests {
    private let none: JSONValue = ["slug": "validation-failed", "detail": "Some fields are not valid.", "errors": [:], "members": [:]]

    /// A request as the gateway asks only for its check.
    private func check(_ message: some Message, id: String, in fixture: MessagingFixture) throws -> (status: Int, body: JSONValue) {
        var envelope = try fixture.client.envelope(message, id: id)
        envelope.type = envelope.type.onlyChecked
        try fixture.client.post(envelope, to: Topics.commands("bank"))
        let reply = try fixture.client.reply(to: id)
        return (reply.status, reply.body)
    }

    @Test("A handler that finds nothing wrong changes nothing and publishes nothing; what it rejects is the answer")
    func command() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let good = try check(Deposit(account: "a", amount: 5), id: "good", in: fixture)
        #expect(good.status == 422 && good.body == none)
        let refused = try check(Withdraw(account: "a", amount: 5), id: "refused", in: fixture)
        #expect(refused.status == 409 && refused.body["slug"] == "insufficient-funds")
        #expect(try fixture.client.call(Deposit(account: "a", amount: 7)).body == ["balance": 7])
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 7] }
    }

    @Test("A request that is prepared before the log ends there")
    func preprocessor() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        let manifests = memory.records(of: "platform.manifests").compactMap { try? JSON.decode(Manifest.self, from: $0.value ?? []) }
        let key = try #require(manifests.last { $0.service == "bank" }).sealingKey
        func check(_ amount: String) throws -> (status: Int, body: JSONValue, replayed: Bool) {
            let sealed = try Sealing.seal(Array(amount.utf8), to: try #require(Base64URL.decode(key.publicKey)), purpose: .field)
            let body: JSONValue = ["account": "a", "amount": ["keyID": .string(key.id), "encapsulatedKey": .string(sealed.encapsulatedKey),
                                                              "ciphertext": .string(Base64URL.encode(sealed.ciphertext))]]
            try fixture.client.post(
                Envelope(id: "sealed \(amount)", type: SealedDeposit.type.onlyChecked, source: "/test", time: .now(), tenant: "souq",
                         correlationID: "c", replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(body)),
                to: "bank.intake")
            return try fixture.client.reply(to: "sealed \(amount)")
        }
        #expect(try check("much").body["errors"] == ["amount": ["is not a number"]])
        let good = try check("12")
        #expect(good.status == 422 && good.body == none)
        #expect(try fixture.client.ask(Balance.type, ["account": "a"]).body == ["balance": 0])
    }

    @Test("A request whose route does not ask for it has no check")
    func unasked() {
        let table = Bank.handlerTable()
        #expect(table.checks.keys.sorted() == ["bank.deposit.v1.check", "bank.withdraw.v1.check"])
        #expect(table.preparers[SlowDeposit.type.onlyChecked] == nil && table.preparers[SealedDeposit.type.onlyChecked] != nil)
    }
}
