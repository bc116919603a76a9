import Contracts
import Kernel
import Messaging
import ServiceKit

/// What every reader has read, for those that build on what others have.
public struct DemoContent {
    public let definition: TenantDefinition
    public let time: DemoTime
    let readers: [any DemoReader]
    /// Confidential values are sealed to the key of their service.
    let sealingKeys: [ServiceName: SealingKey]
    /// Called with the number of passwords that are hashed.
    let progress: (Int) -> Void

    /// What this kind of reader has read. Nil if the tenant has no such file.
    public func of<R: DemoReader>(_: R.Type) -> R? { readers.lazy.compactMap { $0 as? R }.first }

    public var currency: Currency { definition.currency }
    /// Some tenants count their accounts instead of drawing ids.
    private var hasCountedIDs: Bool { definition.settings["auth"]?["countedIds"]?.bool ?? false }

    func account(_ n: Int) -> DemoAccounts.Account? { of(DemoAccounts.self)?.byNumber[n] }
    /// The id of an account by its number.
    public func user(_ n: Int) -> User.ID { hasCountedIDs ? User.ID(String(n)) : account(n)?.userID ?? User.ID(DemoID.user(n)) }
    public func name(of account: Int) -> String { self.account(account)?.name ?? "" }

    public func sealed(_ text: String, for service: ServiceName) throws -> SealedValue {
        guard let key = sealingKeys[service], let publicKey = Base64URL.decode(key.publicKey) else {
            throw Installation.Invalid(description: "\(service) has not published the key its data is sealed to; is it running?")
        }
        let box = try Sealing.seal(Array(text.utf8), to: publicKey, purpose: .field)
        return SealedValue(keyID: key.id, encapsulatedKey: box.encapsulatedKey, ciphertext: Base64URL.encode(box.ciphertext))
    }
}
