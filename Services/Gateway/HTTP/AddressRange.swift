import Glibc

/// An IP address, or a range of them (CIDR, RFC 4632 and 4291 §2.3): `10.0.0.0/8`, `fd00::/8`, `192.0.2.7`.
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    /// IPv4 is stored in its mapped form (`::ffff:0:0/96`), so that a listener for both families needs no second list.
    private let bytes: [UInt8]
    private let prefixBits: Int
    public let description: String

    /// Nil: not an address or range, or bits are set beyond the prefix.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let bytes = IPAddress.bytes(String(parts[0])) else { return nil }
        let isShort = !parts[0].contains(":")
        var bits = 128
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(parts[1]),
                  count <= (isShort ? 32 : 128)
            else { return nil }
            bits = isShort ? count + 96 : count
        }
        (self.bytes, prefixBits, description) = (IPAddress.masked(bytes, bits), bits, text)
    }

    public func contains(_ address: [UInt8]) -> Bool { IPAddress.masked(address, prefixBits) == bytes }
}

/// Addresses as 16 bytes.
enum IPAddress {
    /// Nil: not an address. Drops a zone (`fe80::1%eth0`).
    static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 64 else { return nil }
        if text.contains(":") {
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &address) == 1 else { return nil }
            return withUnsafeBytes(of: &address) { Array($0) }
        }
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
        return [UInt8](repeating: 0, count: 10) + [255, 255] + withUnsafeBytes(of: &address) { Array($0) }
    }

    static func masked(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(8, max(0, bits - index * 8))
            return kept == 8 ? byte : kept == 0 ? 0 : byte & ~(0xFF >> UInt8(kept))
        }
    }

    static func isMappedIPv4(_ bytes: [UInt8]) -> Bool { bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255 }

    /// The part of an address that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address,
    /// because one household owns the rest.
    static func network(_ bytes: [UInt8]) -> String {
        if isMappedIPv4(bytes) { return bytes[12...].map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }
}
