import AuthKit
import AuthOrganizerApplication
import Contracts
import Kernel
import ServiceKit

/// Somebody gives the account a picture; it replaces the one before.
public struct AttachAvatar: Upload {
    public static let type: MessageType = "auth.attach-avatar.v1"
    package static let plugin = "avatars"
    public static let sidePixelsMin = 128
    /// Larger ones are somebody's attempt to make others decode them.
    public static let sidePixelsMax = 10_000

    public func begin(in tx: AuthTransaction) throws { _ = try tx.account() }

    public func receive(_ file: [UInt8], in tx: AuthTransaction) throws -> Created<AvatarAnswer> {
        var account = try tx.account()
        let image = try Self.checked(file)
        let id = tx.context.newID()
        try tx.avatars.keep(image.bytes, contentType: image.contentType, as: id, of: account.id, at: tx.now)
        let base = tx.definition.basePath(of: Self.plugin, in: .auth)
        account.avatarURL = "/t/\(tx.tenant)\(base)/avatars/\(id)"
        try tx.accounts.update(account)
        if let application = try tx.applications.find(account.id), application.status.isGranted {
            try ApplicationReview(tx: tx).publish(application)
        }
        return Created(AvatarAnswer(avatarUrl: account.avatarURL), at: "/avatars/\(id)")
    }

    private static func checked(_ file: [UInt8]) throws -> ImageFile {
        let image: ImageFile
        do throws(ImageFile.Problem) { image = try ImageFile(file) } catch {
            switch error {
            case .unsupported: throw Rejection(415, "unsupported-image", "A picture is a JPEG or PNG, by what is in the file.")
            case .corrupt: throw Rejection(422, "image-corrupt", "The picture cannot be read.", errors: ["file": ["cannot be read"]])
            }
        }
        guard image.width <= sidePixelsMax, image.height <= sidePixelsMax else {
            throw Rejection(422, "image-too-large", "A side has at most \(sidePixelsMax) pixels.",
                            errors: ["file": ["has too many pixels"]])
        }
        guard image.width >= sidePixelsMin, image.height >= sidePixelsMin else {
            throw Rejection(
                422, "image-too-small", "A picture has at least \(sidePixelsMin) × \(sidePixelsMin) pixels.",
                errors: ["file": ["must have at least \(sidePixelsMin) × \(sidePixelsMin) pixels"]],
                members: ["width": .int(image.width), "height": .int(image.height), "minWidth": .int(sidePixelsMin),
                          "minHeight": .int(sidePixelsMin)])
        }
        return image
    }
}

public struct AvatarAnswer: Encodable, Sendable { let avatarUrl: String? }
