/// A model of a make, as the reference list describes it.
public struct VehicleModel: Codable, Sendable, Equatable {
    public let model: String
    public let yearFrom: Int
    /// The last year it was built; nil: it still is.
    public let yearTo: Int?
    /// The lowest grades that its variants take, as codes of fuel types; empty: it is electric.
    public let fuelTypes: [String]
    /// In thousandths of a gallon; nil: it has no tank.
    public let tankThousandths: Int?
    public init(model: String, yearFrom: Int, yearTo: Int?, fuelTypes: [String], tankThousandths: Int?) {
        (self.model, self.yearFrom, self.yearTo) = (model, yearFrom, yearTo)
        (self.fuelTypes, self.tankThousandths) = (fuelTypes, tankThousandths)
    }
}
