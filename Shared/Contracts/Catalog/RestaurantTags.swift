import Kernel

public enum RestaurantTag {}
public typealias RestaurantID = Identifier<RestaurantTag>
