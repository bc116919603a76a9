import Contracts
import ServiceKit

extension Feature {
    /// Where fuel is brought to, what a delivery costs there, and which addresses the geocoder knows.
    package static let serviceAreas = Feature(
        "service-areas",
        migrations: [CreateServiceAreas.self, CreateKnownAddresses.self],
        commands: [
            CreateServiceArea.self, ChangeServiceArea.self, DeactivateServiceArea.self, ImportServiceArea.self, CreatePriceZone.self,
            ChangePriceZone.self, ImportPriceZone.self, ImportKnownAddresses.self,
        ],
        queries: [
            ServiceAreas.self, ServiceAreaDetails.self, ServiceAreaLookup.self, PriceZones.self, PriceZoneDetails.self, Geocode.self,
            ReverseGeocode.self,
        ],
        publishes: [ServiceAreaChanged.self, PriceZoneChanged.self],
        routes: ServiceAreaRoutes.all,
        plugins: [ServiceAreasListing.declaration],
        texts: [ServiceAreaTexts.all])
}
