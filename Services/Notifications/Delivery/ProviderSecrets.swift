import FoundationEssentials
import Kernel

/// Secrets of providers: keys and passwords that are in no tenant file and in no log. A tenant's settings name a secret; its value is the file
/// `<directory>/<tenant>/<name>`, or the environment variable `SOUK_PROVIDER_<TENANT>_<NAME>` (upper case, dashes as underscores).
///
/// Names are plain words, so settings of one tenant reach neither another tenant's secrets nor any other file of the machine.
public struct ProviderSecrets: Sendable {
    public struct Missing: Error, CustomStringConvertible { public let description: String }
    private let directory: String
    private let environment: [String: String]
    private let tenant: TenantID

    public init(directory: String, environment: [String: String], tenant: TenantID) {
        (self.directory, self.environment, self.tenant) = (directory, environment, tenant)
    }

    public static let nameCharacters = 1...64
    /// Lower case letters, digits and dashes.
    public static func isName(_ text: String) -> Bool {
        nameCharacters.contains(text.utf8.count) && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }

    /// The secret without white space around it. Throws when there is none; the error names where it was looked for, never what was found.
    public func value(_ name: String) throws -> String {
        guard Self.isName(name) else { throw Missing(description: "'\(name)' is no name of a secret") }
        let variable = "SOUK_PROVIDER_\(tenant.rawValue)_\(name)".uppercased().replacing("-", with: "_")
        if let value = environment[variable], !value.isEmpty { return value }
        let path = "\(directory)/\(tenant.rawValue)/\(name)"
        guard let bytes = FileManager.default.contents(atPath: path) else { throw Missing(description: "no secret '\(name)': neither \(variable) nor \(path)") }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}
