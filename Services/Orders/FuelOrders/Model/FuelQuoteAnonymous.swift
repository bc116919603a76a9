import Kernel
import OrdersFuelQuotes

extension FuelQuote {
    /// Without the words about the place, and the place itself to two decimals.
    var anonymous: FuelQuote {
        func rough(_ degrees: Double) -> Double {
            // Cut, not rounded, by the digits of the number.
            let millionths = DecimalDigits(degrees)?.units(places: 6)?.rounded ?? 0
            return Double(millionths / 10_000) / 100
        }
        let location = GeoPoint(lat: rough(place.location.lat), lng: rough(place.location.lng))
        return FuelQuote(id: id, owner: owner, createdAt: createdAt, expiresAt: expiresAt, area: area, priceZone: priceZone,
                         vehicle: vehicle, place: Place(location: location, address: nil, instructions: nil), fuelType: fuelType,
                         amount: amount, scheduleType: scheduleType, maxGallons: maxGallons, terms: terms, promo: promo, orderID: orderID)
    }
}
