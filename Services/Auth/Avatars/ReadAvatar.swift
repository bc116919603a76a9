import AuthKit
import Kernel
import ServiceKit

/// A person's picture, piece by piece. Its id is known only to who was shown it.
public struct ReadAvatar: FileQuery {
    public static let type: MessageType = "auth.read-avatar.v1"
    let avatarId: String
    public let offset: Int
    public let length: Int

    public func answer(in view: AuthView) throws -> FileSlice {
        guard let file = try view.avatars.file(of: avatarId) else { throw Rejection.notFound }
        let facts = FileSlice.Facts(contentType: file.contentType, bytes: file.bytes, tag: file.id, cacheControl: "private, max-age=86400")
        return FileSlice(facts, try view.avatars.read(file, offset: offset, length: length))
    }
}
