import Contracts
import Kernel

/// Makes an address of a form: a new one, or the fields that change. Throws a 422 that names everything that is wrong.
enum AddressForm {
    /// States and the District of Columbia, and the outlying areas that have postal codes of the same form.
    private static let regions = PlateRules.states.union(["US-AS", "US-GU", "US-MP", "US-PR", "US-VI", "US-UM"])

    static func address(_ form: JSONValue, over old: Address?, id: AddressID, owner: User.ID, at now: Timestamp) throws -> Address {
        var reader = FormReader(form, isEdit: old != nil)
        let label = reader.text("label", 1...30, isRequired: true)
        let line1 = reader.text("line1", 1...100, isRequired: true)
        let line2 = reader.text("line2", 1...100)
        let city = reader.text("city", 1...60, isRequired: true)
        let region = reader.text("region", 1...10, isRequired: true)
        if let region, !regions.contains(region) { reader.fail("region", "is not known") }
        let postalCode = reader.text("postalCode", 1...10, isRequired: true)
        if let postalCode, !isPostalCode(postalCode) { reader.fail("postalCode", "does not have the right form") }
        let location = reader.object("location", isRequired: true) { $0.point() }
        let instructions = reader.text("instructions", 1...300, multiline: true)
        try reader.finish()
        guard let label = label ?? old?.label, let line1 = line1 ?? old?.line1, let city = city ?? old?.city,
              let region = region ?? old?.region, let postalCode = postalCode ?? old?.postalCode, let location = location ?? old?.location
        else { throw Rejection.invalid(["body": ["must be an object"]]) }
        return Address(
            id: id, owner: owner, label: label, line1: line1, line2: line2 ?? (reader.has("line2") ? nil : old?.line2), city: city,
            region: region, postalCode: postalCode, location: location,
            instructions: instructions ?? (reader.has("instructions") ? nil : old?.instructions),
            createdAt: old?.createdAt ?? now.wholeSeconds, updatedAt: now.wholeSeconds)
    }

    /// Five digits, and four more after a hyphen.
    private static func isPostalCode(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        func isNumber(_ part: Substring, _ length: Int) -> Bool {
            part.utf8.count == length && part.utf8.allSatisfy { (48...57).contains($0) }
        }
        return switch parts.count {
        case 1: isNumber(parts[0], 5)
        case 2: isNumber(parts[0], 5) && isNumber(parts[1], 4)
        default: false
        }
    }
}
