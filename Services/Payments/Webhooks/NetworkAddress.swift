import Foundation

/// The bytes of an internet address, and whether webhooks may go there.
public enum NetworkAddress: Hashable, Sendable {
    /// Four bytes.
    case v4([UInt8])
    /// Sixteen bytes.
    case v6([UInt8])

    /// Reads `192.0.2.1` or `2001:db8::1`, as `inet_pton` does: no short forms, no zones.
    public init?(_ text: String) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        var four = in_addr(), six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(withUnsafeBytes(of: &four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self = .v6(withUnsafeBytes(of: &six) { Array($0) })
        } else { return nil }
    }
    public var bytes: [UInt8] {
        switch self {
        case .v4(let bytes), .v6(let bytes): bytes
        }
    }

    /// Where an address leads.
    public enum Reach: Sendable, Equatable {
        case anywhere
        /// This machine.
        case loopback
        /// The network we are in, or many receivers at once.
        case inside
    }

    public var reach: Reach {
        switch self {
        case .v4(let bytes): Self.reach(v4: bytes)
        case .v6(let bytes): Self.reach(v6: bytes)
        }
    }

    private static func reach(v4 b: [UInt8]) -> Reach {
        switch (b[0], b[1]) {
        case (127, _): .loopback
        case (0, _), (10, _), (169, 254), (172, 16...31), (192, 168): .inside  // This network, private, link-local.
        case (100, 64...127), (198, 18...19): .inside  // Shared by a provider's customers, measurements.
        case (192, 0) where b[2] == 0: .inside  // Protocol assignments.
        case (224...255, _): .inside  // Multicast, reserved, broadcast.
        default: .anywhere
        }
    }

    private static func reach(v6 b: [UInt8]) -> Reach {
        let isZero = { (range: Range<Int>) in b[range].allSatisfy { $0 == 0 } }
        if isZero(0..<15), b[15] == 1 { return .loopback }
        // Unspecified; unique-local, link-local, site-local, multicast.
        if isZero(0..<16) || b[0] & 0xfe == 0xfc || b[0] == 0xfe && b[1] & 0x80 == 0x80 || b[0] == 0xff { return .inside }
        // NAT64 of a network's own (RFC 8215): where it leads is that network's secret.
        if b[0..<6].elementsEqual([0, 0x64, 0xff, 0x9b, 0, 1]) { return .inside }
        let embedded = Self.embedded(b, isZero).map { reach(v4: $0) }
        if embedded.contains(.inside) { return .inside }
        return embedded.contains(.loopback) ? .loopback : .anywhere
    }

    /// IPv4 addresses that a packet to this IPv6 address may reach.
    private static func embedded(_ b: [UInt8], _ isZero: (Range<Int>) -> Bool) -> [[UInt8]] {
        let last = Array(b[12..<16])
        if isZero(0..<10), b[10] == 0xff, b[11] == 0xff { return [last] }  // Mapped, ::ffff:0:0/96.
        if isZero(0..<12) { return [last] }  // Compatible, ::/96.
        if isZero(0..<8), b[8] == 0xff, b[9] == 0xff, b[10] == 0, b[11] == 0 { return [last] }  // Translated, ::ffff:0:0:0/96.
        if b[0..<4].elementsEqual([0, 0x64, 0xff, 0x9b]), isZero(4..<12) { return [last] }  // NAT64, 64:ff9b::/96.
        if b[0] == 0x20, b[1] == 0x02 { return [Array(b[2..<6])] }  // 6to4, 2002::/16.
        if b[0..<4].elementsEqual([0x20, 0x01, 0, 0]) { return [Array(b[4..<8]), last.map { $0 ^ 0xff }] }  // Teredo: server, client.
        if b[8] & 0xfd == 0, b[9] == 0, b[10] == 0x5e, b[11] == 0xfe { return [last] }  // ISATAP.
        return []
    }
}
