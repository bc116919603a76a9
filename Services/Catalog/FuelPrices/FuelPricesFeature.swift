import Contracts
import ServiceKit

extension Feature {
    /// Fuels and what they cost per zone and time.
    package static let fuelPrices = Feature(
        "fuel-prices",
        migrations: [CreateFuelPrices.self],
        commands: [ChangeFuelType.self, ImportFuelType.self, PublishPrice.self, WithdrawPrice.self, ImportFuelPrices.self],
        timers: [RefreshFuelPrice.self],
        queries: [FuelTypes.self, FuelTypeDetails.self, FuelPricesAtPlace.self, PriceList.self, FuelAppConfig.self],
        publishes: [FuelTypeChanged.self, FuelPricePublished.self, FuelPriceWithdrawn.self, FuelPriceChanged.self],
        routes: FuelPriceRoutes.all,
        live: [
            LiveTopic("listings/{priceZoneId}", access: .user, plugin: FuelPricesListing.name,
                      feeds: [
                          Feed(FuelPriceChanged.self, as: "price.changed",
                               shows: ["priceZoneId", "fuelType", "pricePerGallon", "validFrom", "validUntil", "at"])
                              .null(for: "pricePerGallon", "validFrom", "validUntil"),
                      ]),
        ],
        plugins: [FuelPricesListing.declaration],
        texts: [FuelPriceTexts.all])
}
