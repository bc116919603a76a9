import Kernel

/// What is wrong with settings that cannot be decoded, as a tenant file's problem.
public enum SettingsProblem {
    /// - Parameter path: where the settings lie below the service's, dotted; empty: they are the service's.
    public static func of(_ error: any Error, at path: String = "") -> [(path: String, message: String)] {
        [([path, self.path(of: error)].filter { !$0.isEmpty }.joined(separator: "."), "cannot be read: \(reason(of: error))")]
    }

    private static func path(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "" }
        func dotted(_ keys: [any CodingKey]) -> String {
            keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): return dotted(context.codingPath)
        case .keyNotFound(let key, let context): return dotted(context.codingPath + [key])
        @unknown default: return ""
        }
    }
    private static func reason(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .typeMismatch(let type, _): return "must be \(type)"
        case .valueNotFound, .keyNotFound: return "is required"
        case .dataCorrupted(let context): return context.debugDescription
        @unknown default: return "\(error)"
        }
    }
}
