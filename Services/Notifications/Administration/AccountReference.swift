import Kernel

/// An account as apps name it: by a number where `user.id` is one, else by a text. Messages have texts alone.
struct AccountReference: Codable, Sendable {
    let id: User.ID
    init(_ id: User.ID) { self.id = id }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) { id = User.ID(String(number)) } else { id = try container.decode(User.ID.self) }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        // Other ids are UUIDs or have a word in front.
        if let number = Int(id.rawValue), String(number) == id.rawValue {
            try container.encode(number)
        } else {
            try container.encode(id)
        }
    }
}
