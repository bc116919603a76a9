import AuthKit
import Contracts
import ServiceKit

extension Feature {
    /// Proving with a document who one is.
    package static let identityVerification = Feature(
        "identity-verification",
        migrations: [CreateReviews.self],
        commands: [SubmitIdentity.self, DecideIdentity.self],
        timers: [ConcludeIdentityCheck.self],
        queries: [MyIdentity.self],
        preprocessors: [PrepareIdentity.self],
        publishes: [IdentityDecided.self, OrganizerApplicationDecided.self, OrganizerUpdated.self, RolesChanged.self],
        routes: IdentityRoutes.all,
        plugins: [
            PluginDeclaration(IdentitySettings.plugin, reads: [.values(IdentitySettings.self, at: IdentitySettings.place)],
                              check: IdentitySettings.check),
        ],
        texts: [IdentityTexts.all])
}
