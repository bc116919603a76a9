import Kernel

/// What the door sends of one scan, read so that every wrong field is named.
struct ScanForm {
    /// Far more than a code has, with a network and without: a snapshot that is taken for one is refused as invalid, not as a wrong
    /// request. Only a digest of the code is kept.
    static let codeCharacters = 1...500_000
    static let serialCharacters = 1...40
    static let nonceCharacters = 8...64
    static let idCharacters = 1...64

    /// What the QR code says, or the serial that was typed in: one of the two.
    let code: String?
    let serial: String?
    let kind: CheckInRules.Kind
    let gateId: String?
    let nonce: String
    let deviceId: String?
    /// The organizer lets somebody pass all the same.
    let isForced: Bool

    init(_ form: JSONValue) throws(Rejection) {
        var reader = FormReader(form)
        code = reader.text("code", Self.codeCharacters, multiline: true)
        serial = reader.text("serial", Self.serialCharacters)
        let isOneSent = (code == nil) != (serial == nil)
        if reader.isValid, !isOneSent { reader.fail("code", "send either code or serial") }
        kind = reader.choice("type", of: CheckInRules.Kind.allCases.map(\.rawValue)).flatMap { CheckInRules.Kind(rawValue: $0) } ?? .entry
        gateId = reader.text("gateId", Self.idCharacters)
        nonce = reader.text("nonce", Self.nonceCharacters, isRequired: true) ?? ""
        deviceId = reader.text("deviceId", Self.idCharacters)
        isForced = reader.flag("force") ?? false
        try reader.finish()
    }

    /// A digest of what was sent; the sender does not count.
    var fingerprint: String {
        DeterministicID.make("check-in", code ?? "", serial ?? "", kind.rawValue, gateId ?? "", deviceId ?? "", String(isForced))
    }
}
