import Kernel

public enum VehicleTag {}
public enum AddressTag {}
public typealias VehicleID = Identifier<VehicleTag>
public typealias AddressID = Identifier<AddressTag>
