import Contracts
import ServiceKit

extension Feature {
    /// Becoming somebody who may earn: steps, review by rule or moderator, suspension.
    package static let organizerApplication = Feature(
        "organizer-application",
        commands: [
            KeepApplicationProfile.self, KeepApplicationContact.self, KeepApplicationPayout.self, AcceptTerms.self,
            SubmitApplication.self, DecideApplication.self, SuspendOrganizer.self,
        ],
        queries: [MyApplication.self, ApplicationList.self],
        preprocessors: [PrepareApplicationPayout.self],
        publishes: [OrganizerApplicationDecided.self, OrganizerUpdated.self, RolesChanged.self],
        routes: ApplicationRoutes.all,
        plugins: [
            PluginDeclaration(ApplicationSettings.plugin, reads: [.values(ApplicationSettings.self, at: ApplicationSettings.place)],
                              check: ApplicationSettings.check),
        ],
        texts: [ApplicationTexts.all],
        sealsTo: ["payments-stub"])
}
