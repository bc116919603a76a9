/// A form that its handler reads, beside what the path names: one object of a message, in which the path wins.
///
/// The form may be anything that is JSON. Without a thing of that name the answer is 404, whatever is wrong with the form.
public enum PathForm {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// - Parameter name: of the path's parameter, such as `truckId` or `code`.
    public static func read<Name: Decodable>(_ name: String, _ decoder: any Decoder) throws -> (Name, JSONValue) {
        let id = try decoder.container(keyedBy: Key.self).decode(Name.self, forKey: Key(stringValue: name))
        return (id, try JSONValue(from: decoder))
    }
    public static func write(_ id: some CustomStringConvertible, as name: String, _ form: JSONValue, _ encoder: any Encoder) throws {
        try JSONValue.object((form.object ?? [:]).merging([name: .string(id.description)]) { _, path in path }).encode(to: encoder)
    }
}
