import Contracts
import Kernel

/// Where open time comes from, and how many may share it. The first boundary between apps: one keeps weekly hours with
/// exceptions, another offers the windows of its tenant file.
///
/// A calendar is a value without a clock: the same date answers the same.
public protocol Calendar: Sendable {
    /// Minutes of that local day in which something may begin, ascending and disjoint; each range starts a grid of its
    /// own. 1440 is the day's end.
    func openMinutes(on date: CalendarDate) -> [Range<Int>]
    /// Minutes of that local day that are busy whatever is open. They do not move the grid.
    func blockedMinutes(on date: CalendarDate) -> [Range<Int>]
    /// Whether open ranges that touch are one stretch of time with starts at every step (they do not touch then). If
    /// not, each is a window: what begins in it begins at its start and ends within it.
    var isContinuous: Bool { get }
    /// How many may have the time at that minute at once. Exceptions do not change it.
    func places(at minute: Int, on date: CalendarDate) -> Int
}

extension Calendar {
    public var isContinuous: Bool { true }
    public func places(at minute: Int, on date: CalendarDate) -> Int { 1 }
}

/// Makes the calendars of a tenant, of its settings and what its people keep.
public protocol CalendarPlugin: Sendable {
    init(_ settings: SchedulingSettings)
    func calendar(hours: [WorkingHours], exceptions: [ScheduleOverride]) -> any Calendar
    /// Time kept free around what is booked.
    func buffers(of settings: CalendarSettings) -> Buffers
}

/// The calendar plugins there are. A new one is a type and a line here; the conformance suite runs over all of them.
public enum CalendarPlugins {
    /// Whose open time is what each provider says.
    package static let weeklyHours = "weekly-hours"
    /// Whose open time is in the tenant file, as windows with places.
    package static let deliveryWindows = "delivery-windows"

    /// By the name a tenant file uses.
    public static let all: [(name: String, plugin: any CalendarPlugin.Type)] =
        [(weeklyHours, WeeklyHours.self), (deliveryWindows, DeliveryWindows.self)]

    /// The one a tenant names; weekly hours where it names none.
    static func of(_ definition: TenantDefinition, _ settings: SchedulingSettings) -> any CalendarPlugin {
        let named = all.first { definition.has(plugin: $0.name, of: ServiceName.scheduling) }
        return (named?.plugin ?? WeeklyHours.self).init(settings)
    }
}
