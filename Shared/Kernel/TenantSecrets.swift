import FoundationEssentials

/// Secrets of a tenant's accounts with other companies: keys that stand in no tenant file and in no log. A tenant's settings name a secret;
/// its value is the file `<directory>/<tenant>/<name>`, or the environment variable `SOUK_PROVIDER_<TENANT>_<NAME>`.
///
/// Names are plain words, so settings of one tenant reach neither another tenant's secrets nor any other file of the machine.
public struct TenantSecrets: Sendable {
    public struct Missing: Error, CustomStringConvertible { public let description: String }
    private let directory: String
    private let environment: [String: String]

    /// - Parameter environment: may name another directory than `<dataDirectory>/provider-secrets` in `SOUK_PROVIDER_SECRETS`.
    public init(environment: [String: String], dataDirectory: String) {
        (self.environment, directory) = (environment, environment["SOUK_PROVIDER_SECRETS"] ?? "\(dataDirectory)/provider-secrets")
    }

    /// 1 to 64 lower case letters, digits and dashes.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }

    /// The secret without white space around it. Throws `Missing`, which names the places that were searched and never a value.
    public func value(_ name: String, of tenant: TenantID) throws -> String {
        guard Self.isName(name) else { throw Missing(description: "'\(name)' can't be the name of a secret") }
        let variable = "SOUK_PROVIDER_\(tenant.rawValue)_\(name)".uppercased().replacing("-", with: "_")
        if let value = environment[variable], !value.isEmpty { return value }
        let path = "\(directory)/\(tenant.rawValue)/\(name)"
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Missing(description: "no secret '\(name)': neither \(variable) nor \(path)")
        }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}
