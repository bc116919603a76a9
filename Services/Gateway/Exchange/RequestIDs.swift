import Kernel
import Messaging

/// Ids of requests and of the messages they become.
package enum RequestIDs {
    /// A UUID of this moment (RFC 9562, version 7): the milliseconds first, then chance. Services keep messages by
    /// their id; so ids of one hour lie together.
    package static func fresh() -> String {
        var random = SystemRandomNumberGenerator()
        let milliseconds = UInt64(clamping: Timestamp.now().millisecondsSinceEpoch)
        let (high, low) = (milliseconds << 16 | random.next() & 0xFFFF, random.next())
        return String(unsafeUninitializedCapacity: 36) { out in
            var at = 0
            for k in 0..<16 {
                var byte = UInt8(truncatingIfNeeded: (k < 8 ? high : low) >> UInt64(56 - 8 * (k & 7)))
                if k == 6 { byte = byte & 0x0F | 0x70 }
                if k == 8 { byte = byte & 0x3F | 0x80 }
                if k == 4 || k == 6 || k == 8 || k == 10 {
                    out[at] = 45
                    at += 1
                }
                out[at] = digit(byte >> 4)
                out[at + 1] = digit(byte & 15)
                at += 2
            }
            return at
        }
    }
    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

    /// The message ids that an `Idempotency-Key` stands for: the same key of the same asker in the same tenant on the
    /// same day is the same message; after midnight it is another one, and the service looks for yesterday's, too, as
    /// long as that is no day old.
    package static func idempotent(tenant: TenantID, caller: String, key: String, at time: Timestamp) -> (today: String,
        yesterday: String) {
        let day = time.secondsSinceEpoch / 86_400
        func id(_ day: Int64) -> String { DeterministicID.make("idempotency-key", tenant.rawValue, caller, key, String(day)) }
        return (id(day), id(day - 1))
    }

    /// 1–255 visible ASCII characters.
    package static func isIdempotencyKey(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
    }

    /// A request id that may be taken from the client: it goes into headers and logs of every service.
    package static func isSaneRequestID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || "-._~:/+=@".utf8.contains($0)
            }
    }
    /// `00-<32 hex>-<16 hex>-<2 hex>` (W3C Trace Context).
    package static func isTraceparent(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 55
            && bytes.indices.allSatisfy {
                [2, 35, 52].contains($0) ? bytes[$0] == 45 : JSONText.hexDigit(bytes[$0]) != nil && !(65...70).contains(bytes[$0])
            }
    }
}
