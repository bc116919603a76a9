/// A place on earth in degrees, WGS 84, as apps send it: `{"lat": 24.7136, "lng": 46.6753}`.
public struct GeoPoint: Codable, Sendable, Equatable {
    public let lat: Double
    public let lng: Double
    public init(lat: Double, lng: Double) { (self.lat, self.lng) = (lat, lng) }
}
