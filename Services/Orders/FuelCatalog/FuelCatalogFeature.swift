import Contracts
import ServiceKit

extension Feature {
    /// What the catalog says of areas, prices, promo codes and models of vehicles, kept where orders are priced.
    package static let fuelCatalog = Feature(
        "fuel-catalog",
        migrations: [CreateFuelCatalog.self],
        reactions: [
            OnServiceAreaChanged.self, OnPriceZoneChanged.self, OnFuelTypeChanged.self, OnFuelPricePublished.self,
            OnFuelPriceWithdrawn.self, OnPromoCodeChanged.self, OnVehicleMakeChanged.self, OnPlateFormatChanged.self,
        ])
}
