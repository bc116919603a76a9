import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// `settings.orders.walletPass` of a tenant with the plugin `wallet-pass`. The certificate is named here and never written here.
package struct WalletPassSettings: Decodable, Sendable {
    package static let plugin = "wallet-pass"
    static let place = "walletPass"
    /// `pass.` and a name in reverse order, as the certificate says.
    let passTypeIdentifier: String
    /// Ten capital letters and digits, as the certificate says.
    let teamIdentifier: String
    /// Name of the secret that holds the certificate, its key and the certificates above it (PEM).
    let certificate: String
    /// `#rrggbb`: the background.
    let color: String?

    static let standardColor = "#1f2937"
    var background: (red: UInt8, green: UInt8, blue: UInt8) { Self.parts(of: color ?? Self.standardColor) ?? (31, 41, 55) }

    private static func parts(of color: String) -> (red: UInt8, green: UInt8, blue: UInt8)? {
        let digits = color.dropFirst()
        guard color.hasPrefix("#"), color.utf8.count == 7, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = Int(digits, radix: 16) else { return nil }
        return (UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }

    var problems: [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        func isWord(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == 45 || byte == 46 }
        if !passTypeIdentifier.hasPrefix("pass.") || passTypeIdentifier.utf8.count > 64
            || !passTypeIdentifier.utf8.allSatisfy(isWord) {
            found.append(("passTypeIdentifier", "must be 'pass.' and letters, digits, dots and dashes, at most 64"))
        }
        let isTeam = teamIdentifier.utf8.count == 10
            && teamIdentifier.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
        if !isTeam { found.append(("teamIdentifier", "must be ten capital letters and digits")) }
        if !TenantSecrets.isName(certificate) {
            found.append(("certificate", "names a secret: lower case letters, digits and dashes"))
        }
        if let color, Self.parts(of: color) == nil { found.append(("color", "must be #rrggbb")) }
        return found
    }

    static func of(_ definition: TenantDefinition) throws -> WalletPassSettings {
        guard let own = definition.settings[ServiceName.orders.rawValue]?[place] else { throw Rejection.notFound }
        return try own.decoded()
    }

    static let declaration = PluginDeclaration(plugin, reads: [.values(WalletPassSettings.self, at: place)]) { settings, _ in
        guard let own = settings[place] else { return [(place, "is required: passTypeIdentifier, teamIdentifier, certificate")] }
        do {
            return try own.decoded(as: WalletPassSettings.self).problems.map { ("\(place).\($0.path)", $0.message) }
        } catch { return SettingsProblem.of(error, at: place) }
    }
    package static let reference: [SettingDescription] = [
        .init("walletPass.passTypeIdentifier", "Kind of the passes, as their certificate says", "`pass.…`", usual: nil),
        .init("walletPass.teamIdentifier", "Whose certificate it is", "ten capital letters and digits", usual: nil),
        .init("walletPass.certificate", "Secret with the certificate, its private key and the certificates above it (PEM)",
              "name of a secret", usual: nil),
        .init("walletPass.color", "Background of passes", "`#rrggbb`", usual: standardColor),
    ]
}
