import Kernel
import Testing

@Suite("Reading forms")
struct FormReaderTests {
    private func errors(_ form: JSONValue, isEdit: Bool = false, _ read: (inout FormReader) -> Void) -> [String: [String]] {
        var reader = FormReader(form, isEdit: isEdit)
        read(&reader)
        return reader.check.errors
    }

    @Test("Every field that is wrong is named by its path, at once")
    func all() {
        let form: JSONValue = [
            "name": "\u{200B}", "year": 2021.5, "count": 7, "side": "up", "flag": "yes", "price": ["amount": 5, "currency": "EUR"],
            "place": ["lat": 90.0000005, "lng": "x"], "list": [],
        ]
        let errors = errors(form) { reader in
            #expect(reader.text("name", 1...5, isRequired: true) == nil)
            #expect(reader.text("missing", 1...5, isRequired: true) == nil)
            #expect(reader.integer("year", 1...3000) == nil && reader.integer("count", 1...5) == nil)
            #expect(reader.choice("side", of: ["left", "right"]) == nil && reader.flag("flag") == nil)
            #expect(reader.money("price", 0...10, in: .usd) == nil)
            #expect(reader.object("place") { $0.point() } == nil)
            #expect(reader.object("list") { _ in 1 } == nil)
        }
        #expect(errors == [
            "name": ["is required"], "missing": ["is required"], "year": ["must be a whole number"], "count": ["must be 1 to 5"],
            "side": ["must be one of left, right"], "flag": ["must be true or false"], "price": ["must be in USD"],
            "place.lat": ["must be -90 to 90"], "place.lng": ["must be a number"], "list": ["must be an object"],
        ])
        #expect(self.errors([]) { _ in } == ["body": ["must be an object"]])
    }

    @Test("In an edit a field that is left out is not missing, and null is only where the form can do without")
    func edits() {
        let errors = errors(["name": .null, "nickname": .null], isEdit: true) { reader in
            #expect(reader.text("make", 1...5, isRequired: true) == nil && !reader.has("make"))
            #expect(reader.text("name", 1...5, isRequired: true) == nil)
            #expect(reader.text("nickname", 1...5) == nil && reader.has("nickname") && reader.isNull("nickname"))
        }
        #expect(errors == ["name": ["is required"]])
    }

    @Test("Texts are trimmed, places are rounded by the digits that were sent")
    func values() {
        var reader = FormReader(["name": " Ada ", "empty": "  ", "lat": 25.7617005, "lng": -80.1918005])
        #expect(reader.text("name", 1...5) == "Ada" && reader.text("empty", 1...5) == nil)
        #expect(reader.point() == GeoPoint(lat: 25.761701, lng: -80.191801))
        #expect(reader.isValid)
        var far = FormReader(["lat": 90, "lng": 180])
        #expect(far.point() == GeoPoint(lat: 90, lng: 180))
    }

    @Test("An id is what a message can carry as one", arguments: [
        ("0193f0a0", true), (" T-101 ", true), ("", false), ("  ", false), ("a b", false), ("caf\u{E9}", false), ("a\u{0}b", false),
        (String(repeating: "x", count: 64), true), (String(repeating: "x", count: 65), false),
    ])
    func ids(_ text: String, _ isOne: Bool) throws {
        var reader = FormReader(["id": .string(text)])
        let id: Identifier<FormReaderTests>? = reader.id("id", isRequired: true)
        #expect((id != nil) == isOne && reader.isValid == isOne)
        if let id { #expect(try JSON.decode(Identifier<FormReaderTests>.self, from: JSON.encode(id)) == id) }
    }

    @Test("A form beside an id of the path: the path wins, and the form may be anything")
    func besidePath() throws {
        struct Wish: Codable {
            let id: Identifier<FormReaderTests>
            let form: JSONValue
            init(_ id: Identifier<FormReaderTests>, _ form: JSONValue) { (self.id, self.form) = (id, form) }
            init(from decoder: any Decoder) throws { (id, form) = try PathForm.read("truckId", decoder) }
            func encode(to encoder: any Encoder) throws { try PathForm.write(id, as: "truckId", form, encoder) }
        }
        let read = try JSON.decode(Wish.self, from: JSON.encode(Wish("T-1", ["truckId": "T-2", "plate": [1]])))
        #expect(read.id == "T-1" && read.form["plate"] == [1])
    }

    @Test("A form inside a form has its path before its fields")
    func nested() {
        var reader = FormReader(["amount": ["type": "gallons"]], at: "draft")
        #expect(reader.object("amount") { $0.number("gallons", isRequired: true) } == nil)
        #expect(throws: Rejection.invalid(["draft.amount.gallons": ["is required"]])) { try reader.finish() }
    }
}
