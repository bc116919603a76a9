import Contracts

/// A message's own members and the app's own fields of an account, side by side in one object: what is not a member is profile.
package struct WithProfile<Members: NamedMembers & Sendable>: Sendable {
    package let members: Members
    package let profile: ProfileValues
    package init(members: Members, profile: ProfileValues) { (self.members, self.profile) = (members, profile) }
}

/// Members that know their names. The compiler writes their coding.
package protocol NamedMembers: Decodable {
    associatedtype CodingKeys: CodingKey & CaseIterable
}

extension WithProfile: Decodable {
    package init(from decoder: any Decoder) throws {
        members = try Members(from: decoder)
        profile = try ProfileValues(of: decoder, besides: Members.CodingKeys.self)
    }
}

extension WithProfile: Encodable where Members: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try members.encode(to: encoder)
        try profile.encode(to: encoder)
    }
}
