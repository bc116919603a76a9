import Kernel

public enum AppointmentTag {}
public enum BookingLinkTag {}
public enum SlotHoldTag {}
public enum WaitlistEntryTag {}
public typealias AppointmentID = Identifier<AppointmentTag>
public typealias BookingLinkID = Identifier<BookingLinkTag>
public typealias SlotHoldID = Identifier<SlotHoldTag>
