import AuthKit

extension AuthScope {
    package var avatars: AvatarStore { AvatarStore(database, tenant) }
}
