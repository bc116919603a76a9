import GatewayService
import Testing

@Suite("What is looked at after time is what is due")
struct DueTableTests {
    @Test("Looking twenty times a second at thousands that wait costs nothing until one of them is due (12.C3)")
    func cost() {
        var table = DueTable<Int64> { $0 }
        for number in 0..<4000 { table["id-\(number)"] = 60_000 + Int64(number) * 10 }
        var found = 0
        for now in stride(from: Int64(0), through: 59_950, by: 50) { found += table.takeDue(now: now).count }
        #expect(found == 0 && table.looks == 0)
        var late: [String] = []
        for now in stride(from: Int64(60_000), through: 101_000, by: 50) {
            let due = table.takeDue(now: now)
            late += due.filter { id in now - (table[id] ?? 0) >= 50 || now < (table[id] ?? 0) }
            found += due.count
        }
        // At most one look at the start of its tick, and one that finds it due.
        #expect(found == 4000 && late.isEmpty && table.looks <= 8000)
    }

    @Test("A time that moves forward or back counts from then on; what is gone is told no more; a long sleep misses nothing")
    func changes() {
        var table = DueTable<Int64> { $0 }
        _ = table.takeDue(now: 1_000_000)
        (table["sooner"], table["later"], table["gone"], table["never"], table["past"]) = (1_009_000, 1_001_000, 1_001_000, .max, 0)
        (table["sooner"], table["later"]) = (1_001_000, 1_009_000)
        #expect(table.removeValue(forKey: "gone") == 1_001_000)
        #expect(table.takeDue(now: 1_000_100) == ["past"])
        #expect(table.takeDue(now: 1_001_100) == ["sooner"])
        #expect(table.takeDue(now: 1_001_200).isEmpty)
        // Each id is returned once, and again after it is set again.
        table["sooner"] = 1_002_000
        #expect(table.takeDue(now: 9_000_000) == ["sooner", "later"])
        #expect(table.count == 4 && table["never"] == .max)
        table["never"] = 9_000_010
        #expect(table.takeDue(now: 9_000_100) == ["never"])
    }
}
