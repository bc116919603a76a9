import Contracts
import ServiceKit

extension Feature {
    /// When trucks deliver in which area, and the stops that orders claim.
    package static let truckWindows = Feature(
        "truck-windows",
        migrations: [CreateTruckWindows.self],
        commands: [
            SetAreaSchedule.self, SetTruckRoster.self, ImportAreaSchedule.self, ImportTruckRoster.self, ClaimWindow.self,
            ConfirmWindow.self, ReleaseWindow.self,
        ],
        timers: [ExpireWindowClaim.self, EndPendingChange.self],
        reactions: [OnServiceAreaChanged.self, OnTruckChanged.self, OnFuelTypeChanged.self],
        queries: [WindowsOfPlace.self, AreaScheduleDetails.self, TruckRosterDetails.self],
        publishes: [
            WindowClaimed.self, WindowRefused.self, WindowConfirmed.self, WindowReleased.self, WindowClaimExpired.self,
        ],
        routes: TruckWindowRoutes.all,
        plugins: [PluginDeclaration(TruckWindows.plugin)],
        texts: [TruckWindowTexts.all])
}
