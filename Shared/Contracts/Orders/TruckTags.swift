import Kernel

public enum TruckTag {}
public enum ShiftTag {}
public typealias TruckID = Identifier<TruckTag>
public typealias ShiftID = Identifier<ShiftTag>
