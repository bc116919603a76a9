import Kernel

/// Tags of the ids of where fuel is delivered and what it costs there.
public enum ServiceAreaTag {}
public enum PriceZoneTag {}
public enum FuelPriceTag {}
public typealias ServiceAreaID = Identifier<ServiceAreaTag>
public typealias PriceZoneID = Identifier<PriceZoneTag>
public typealias FuelPriceID = Identifier<FuelPriceTag>
