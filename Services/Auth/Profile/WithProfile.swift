import Contracts

/// A message's own members and the app's own fields of an account, side by side in one object: what is not a member is profile.
struct WithProfile<Members: NamedMembers & Sendable>: Sendable {
    let members: Members
    let profile: ProfileValues
}

/// Members that know their names. The compiler writes their coding.
protocol NamedMembers: Decodable {
    associatedtype CodingKeys: CodingKey & CaseIterable
}

extension WithProfile: Decodable {
    init(from decoder: any Decoder) throws {
        members = try Members(from: decoder)
        profile = try ProfileValues(of: decoder, besides: Members.CodingKeys.self)
    }
}

extension WithProfile: Encodable where Members: Encodable {
    func encode(to encoder: any Encoder) throws {
        try members.encode(to: encoder)
        try profile.encode(to: encoder)
    }
}
