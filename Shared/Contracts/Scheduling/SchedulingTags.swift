import Kernel

public enum AppointmentTag {}
public enum BookingLinkTag {}
public enum SlotHoldTag {}
public enum TruckWindowTag {}
public enum WaitlistEntryTag {}
public typealias AppointmentID = Identifier<AppointmentTag>
public typealias BookingLinkID = Identifier<BookingLinkTag>
public typealias SlotHoldID = Identifier<SlotHoldTag>
/// A stretch of time of a service area. It follows from the area, the start and the end.
public typealias TruckWindowID = Identifier<TruckWindowTag>
