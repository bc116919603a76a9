import AuthKit
import Contracts
import Kernel
import ServiceKit

/// The step `profile`: how an organizer is shown.
public struct KeepApplicationProfile: Command {
    public static let type: MessageType = "auth.keep-application-profile.v1"
    package static let nameCharacters = 2...80
    static let bioCharacters = 20...1000
    static let websiteCharacters = 1...300
    let organizationName: String?
    package let bio: String?
    let website: String?
    let avatarMediaId: String?

    public func handle(in tx: AuthTransaction) throws -> ApplicationAnswer {
        var form = Validation()
        let name = form.text("organizationName", organizationName, Self.nameCharacters)
        let bio = form.text("bio", bio, Self.bioCharacters, multiline: true)
        let website = form.text("website", website, Self.websiteCharacters, required: false)
        if let website { form.require(Self.isSecureAddress(website), "website", "must be an https address") }
        try form.check()
        return try ApplicationStep(tx: tx).change { application, account in
            // A step may be repeated as it was read, also after the account got another picture.
            if let avatarMediaId, avatarMediaId != application.profile?.avatarMediaId,
               account.avatarURL?.hasSuffix("/" + avatarMediaId) != true {
                throw Rejection.invalid(["avatarMediaId": ["is not the picture of your account"]])
            }
            application.profile = .init(organizationName: name ?? "", bio: bio ?? "", website: website, avatarMediaId: avatarMediaId)
        }
    }

    /// `https://host…`, without white space.
    private static func isSecureAddress(_ text: String) -> Bool {
        guard text.lowercased().hasPrefix("https://"), text.utf8.allSatisfy({ (33...126).contains($0) }) else { return false }
        let host = text.dropFirst("https://".count).prefix { !"/?#:".contains($0) }
        return host.contains(".") && host.first != "." && host.last != "." && !host.contains("@") && !host.contains("..")
    }
}
