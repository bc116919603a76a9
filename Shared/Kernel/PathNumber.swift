/// A positive number as part of a path: its digits and nothing else. Other texts (`x`, `-1`, `+7`, `007`) name nothing.
public struct PathNumber: Codable, Sendable, Equatable {
    private let text: String
    public init(_ number: Int) { text = String(number) }
    /// As it stood in the path.
    public init(_ text: String) { self.text = text }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) { text = String(number) } else { text = try container.decode(String.self) }
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
    /// Throws 404.
    public func number() throws(Rejection) -> Int {
        guard let number = Int(text), number > 0, String(number) == text else { throw .notFound }
        return number
    }
}
