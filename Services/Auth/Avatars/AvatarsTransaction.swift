import AuthKit

extension AuthTransaction {
    package var avatars: AvatarStore { AvatarStore(database, tenant) }
}
extension AuthView {
    package var avatars: AvatarStore { AvatarStore(database, tenant) }
}
