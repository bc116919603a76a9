import Contracts
import Kernel

extension Forwarder {
    /// The sealing key of a service we send secrets to goes into every partition's log. One key has one id: a repetition
    /// changes nothing.
    func sealingKey(_ key: SealingKeyPublished, _ manifest: IncomingRecord) throws -> [OutgoingRecord] {
        let id = DeterministicID.make("sealing-key", key.service.rawValue, key.keyID, key.publicKey)
        return try toEveryPartition(Envelope(id: id, type: SealingKeyPublished.type, source: "/\(key.service)", time: manifest.timestamp,
                                             tenant: "platform", correlationID: id, value: try JSON.encode(key)))
    }
}
