import Contracts
import ServiceKit

extension Feature {
    /// Devices that are signed in.
    package static let sessions = Feature(
        "sessions",
        migrations: [CreateSessions.self],
        commands: [RefreshSession.self, LogOut.self, EndSession.self, EndOtherSessions.self, EndSessionsOfUser.self, SetPushToken.self],
        reactions: [OnPushTokenRejected.self],
        queries: [MySessions.self],
        preprocessors: [OpenRefreshToken.self],
        publishes: [SessionRefreshed.self, PushTokenChanged.self])
}
