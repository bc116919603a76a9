import Kernel

extension Rejection {
    package static var outsideServiceArea: Rejection { .conflict("outside-service-area", "We do not bring fuel to this place yet.") }
    package static var priceUnavailable: Rejection { .conflict("price-unavailable", "This fuel is not sold here at present.") }
    package static var fuelIncompatible: Rejection { .conflict("fuel-incompatible", "This vehicle needs another fuel or a higher grade.") }
    package static var vehicleNotVerified: Rejection {
        .conflict("vehicle-not-verified", "The licence plate does not belong to this vehicle. Correct it first.")
    }
    package static var promoExhausted: Rejection { .conflict("promo-exhausted", "This promo code can not be used any more.") }
}
