import Contracts
import Kernel

extension Forwarder {
    /// The part of a manifest that says what to seal to.
    private struct ManifestKey: Decodable {
        struct Key: Decodable { let id: String, publicKey: String }
        let service: ServiceName
        let sealingKey: Key
    }

    /// The sealing key of a service we send secrets to goes into every partition's log. One key has one id: a repetition
    /// changes nothing.
    func sealingKey(_ record: IncomingRecord) throws(LogError) -> [OutgoingRecord] {
        guard let value = record.value, let manifest = try? JSON.decode(ManifestKey.self, from: value), sealsTo.contains(manifest.service)
        else { return [] }
        let key = SealingKeyPublished(service: manifest.service, keyID: manifest.sealingKey.id, publicKey: manifest.sealingKey.publicKey)
        guard let body = try? JSON.encode(key) else { return [] }
        let id = DeterministicID.make("sealing-key", key.service.rawValue, key.keyID, key.publicKey)
        let envelope = Envelope(id: id, type: SealingKeyPublished.type, source: "/\(key.service)", time: record.timestamp,
                                tenant: "platform", correlationID: id, value: body)
        return (0..<Int32(try cluster.partitionCount(of: Topics.commands(service)))).map { partition in
            var copy = envelope.record(for: Topics.commands(service))
            copy.partition = partition
            return copy
        }
    }
}
