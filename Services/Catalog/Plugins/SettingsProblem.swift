/// What is wrong with settings that cannot be decoded, as a tenant file's problem.
enum SettingsProblem {
    static func path(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "" }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            return context.codingPath.map(\.stringValue).joined(separator: ".")
        case .keyNotFound(let key, let context):
            return (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
        @unknown default: return ""
        }
    }
    static func reason(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .typeMismatch(let type, _): return "must be \(type)"
        case .valueNotFound, .keyNotFound: return "is required"
        case .dataCorrupted(let context): return context.debugDescription
        @unknown default: return "\(error)"
        }
    }
}
