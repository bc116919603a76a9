import Contracts
import ServiceKit

extension Feature {
    /// Pictures of people.
    package static let avatars = Feature(
        "avatars",
        migrations: [CreateAvatars.self],
        queries: [ReadAvatar.self],
        uploads: [AttachAvatar.self],
        publishes: [OrganizerUpdated.self],
        plugins: [PluginDeclaration("avatars")])
}
