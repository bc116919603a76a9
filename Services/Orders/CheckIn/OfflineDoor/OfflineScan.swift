import Contracts
import Kernel
import OrdersTicketSales

/// One scan as a phone sends it after it was offline.
struct OfflineScan {
    let nonce: String
    /// What was held up to the camera; it need not be a ticket.
    let code: String
    let kind: CheckInRules.Kind
    let gateId: String?
    let scannedAt: Timestamp
    let isAdmitted: Bool

    /// Why one scan of an upload is not taken.
    enum Fault: String {
        case nonceReused = "nonce-reused"
        case unknownGate = "unknown-gate"
        case invalidScan = "invalid-scan"
    }

    /// Nil: a field is missing or bad.
    init?(_ json: JSONValue) {
        var check = Validation()
        let codes = ScanForm.codeCharacters
        guard let nonce = check.text("nonce", json["nonce"]?.string, 8...64), let code = json["code"]?.string?.trimmed,
            codes.contains(code.characterCount(atMost: codes.upperBound)),
            let kind = (json["type"]?.string).flatMap(CheckInRules.Kind.init),
            let scannedAt = (json["scannedAt"]?.string).flatMap({ Timestamp($0) }),
            (Timestamp.distantPast...Timestamp.distantFuture).contains(scannedAt), let isAdmitted = json["admitted"]?.bool
        else { return nil }
        switch json["gateId"] {
        case nil, .null: gateId = nil
        case .string(let id): gateId = id.trimmed
        case .bool, .int, .double, .array, .object: return nil
        }
        (self.nonce, self.code, self.kind, self.scannedAt, self.isAdmitted) = (nonce, code, kind, scannedAt, isAdmitted)
    }

    /// Equal for two uploads of the same scan, also from two people.
    var fingerprint: String {
        DeterministicID.make("offline-scan", code, kind.rawValue, gateId ?? "", String(scannedAt.millisecondsSinceEpoch),
                             String(isAdmitted))
    }
}

extension ScanReplay.Problem {
    /// What a refusal of R10 means for a scan that is looked at afterwards. Nil: what happened to the ticket before decides.
    package init?(_ refusal: CheckInRules.Refusal?) {
        switch refusal {
        case .invalid, .wrongEvent: self = .invalid
        case .revoked: self = .revoked
        case .cancelled: self = .cancelled
        case .blocked: self = .blocked
        case .product: self = .wrongGate
        case .invalidTime: self = .outOfWindow
        case .alreadyRedeemed, .notInside, nil: return nil
        }
    }
}
