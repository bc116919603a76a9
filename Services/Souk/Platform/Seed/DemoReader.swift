import Contracts
import Kernel
import ServiceKit

/// Reads one kind of demo content of a tenant and makes messages of it.
///
/// A new kind is a reader in a file of its own and a line in `DemoReaders`. Several kinds may share a file: each reads keys of its own.
public protocol DemoReader: Sendable {
    /// Name of the file in `deploy/demo/<tenant>/`.
    static var file: String { get }
    /// What it reads at the top of that file.
    static var keys: [String] { get }
    /// Reports what is wrong to the form, and goes on reading.
    init(_ form: DemoForm)
    /// Called after every file was read and every reference was found.
    func messages(in content: DemoContent) throws -> [DemoMessage]
}

/// A message of the demo. Its name stays the same: the id of the message follows from it.
public struct DemoMessage: Sendable {
    public let name: String
    public let phase: DemoPhase
    public let message: any Message

    public init(_ name: String, _ phase: DemoPhase, _ message: any Message) {
        (self.name, self.phase, self.message) = (name, phase, message)
    }
}

/// When a message is sent. Messages of a later phase name what those of an earlier one have made.
public enum DemoPhase: Sendable, CaseIterable {
    case accounts
    /// Events, shops, calendars.
    case offers
    /// What people follow, wait for and rate.
    case choices
    case purchases
    case notifications
}

/// Every kind of demo content. Within a phase messages are sent in this order.
public enum DemoReaders {
    public static let all: [any DemoReader.Type] = [
        DemoAccounts.self,
        DemoCards.self,
        DemoCalendars.self,
        DemoEvents.self,
        DemoShops.self,
        DemoCouriers.self,
        DemoVehicles.self,
        DemoRestaurants.self,
        DemoServiceAreas.self,
        DemoFuelPrices.self,
        DemoVehicleReference.self,
        DemoAreaSchedules.self,
        DemoTrucks.self,
        DemoMemberships.self,
        DemoRatings.self,
        DemoWallets.self,
        DemoSales.self,
        DemoFoodOrders.self,
        DemoFuelOrders.self,
        DemoNotifications.self,
        DemoPreferences.self,
        DemoHelp.self,
        DemoLegalTexts.self,
    ]
}
