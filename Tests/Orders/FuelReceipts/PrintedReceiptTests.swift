import Contracts
import Kernel
import OrdersFuelReceipts
import Testing

@Suite("Receipts on paper")
struct PrintedReceiptTests {
    private func receipt(refunds: Int = 0, name: String? = "Maya (VIP) Torres Ñandú", writtenOff: Int = 0) -> FuelReceipt {
        var receipt = FuelReceipt(
            number: FuelReceipt.Number(prefix: "AF", year: 2026, serial: 123), orderId: "o", userId: "u", orderNumber: "AF10042",
            issuedAt: ReceiptDesk.start, seller: "AutoFill", customerName: name,
            vehicle: FuelReceipt.Vehicle(make: "Toyota", model: "Camry", year: 2021, color: "Silver",
                                         plate: FuelReceipt.Plate(region: "US-FL", number: "ABC D12")),
            gallons: Gallons(thousandths: 12_345), pricePerGallon: PricePerGallon(mills: 3399, currency: .usd), currency: .usd,
            lines: ReceiptDesk.delivered, payments: [FuelReceipt.Payment(id: "p", brand: "visa", last4: "4242", amount: 5030 - writtenOff)],
            writtenOff: writtenOff)
        receipt.refunds = (0..<refunds).map { FuelReceipt.Refund(id: RefundID("r\($0)"), amount: 10, at: ReceiptDesk.start) }
        return receipt
    }
    private func sheet(_ receipt: FuelReceipt, _ language: String = "en") throws -> PrintedPage {
        PrintedPage(FuelReceiptSheet(receipt, words: .of(language), zone: try TimeZoneRules.named("America/New_York")).pdf)
    }

    @Test("poppler reads every fact on one page of letter paper, whose title and language are those of the receipt")
    func facts() throws {
        let page = try sheet(receipt(writtenOff: 256))
        let info = try page.info()
        #expect(info["Pages"] == "1" && info["Page size"]?.hasPrefix("612 x 792 pts") == true && info["Tagged"] == "yes", "\(info)")
        #expect(info["Title"] == "Receipt AF-2026-000123 · AutoFill")
        let text = try page.text()
        for fact in ["Order AF10042", "Issued 2026-11-24 08:05 (UTC-05:00)", "Customer Maya (VIP) Torres Ñandú",
                     "Vehicle 2021 Toyota Camry Silver", "License plate ABC D12 (US-FL)", "Gallons delivered 12.345",
                     "Price $3.399 per gallon", "12.345 × 3.399", "$41.96", "Delivery fee $4.99", "Sales tax $0.35",
                     "Tip for the driver $3.00", "Total $50.30", "Visa ····4242 $47.74", "Not charged (above your limit) $2.56",
                     "Paid $47.74"] {
            #expect(text.contains(fact), "\(fact): \(text)")
        }
    }

    @Test("A screen reader finds a heading, headings of the tables, and cells with their headers, in the order of the page")
    func structure() throws {
        let tree = try sheet(receipt(refunds: 1)).structure()
        for part in ["H1 (block) \"Receipt AF-2026-000123\"", "H2 (block) \"Charges\" Table (block) TR TH: /Scope /Column \"Description\"",
                     "TR TH: /Scope /Row \"Total\" TD \"$50.30\"", "H2 (block) \"Payments\"", "H2 (block) \"Refunds\""] {
            #expect(tree.contains(part), "\(part): \(tree)")
        }
        let text = try sheet(receipt(refunds: 1)).text()
        #expect(tree.split(separator: "\"").count > 40 && text.contains("Refunded in total $0.10"))
    }

    @Test("More refunds than a page holds go on with the next page, and none is lost")
    func pages() throws {
        let page = try sheet(receipt(refunds: 60))
        let pages = try #require(try page.info()["Pages"].flatMap { Int($0) })
        #expect(pages > 1)
        let refund = "Refund 2026-11-24 08:05 (UTC-05:00) $0.10"
        #expect(try page.text().components(separatedBy: refund).count == 61)
    }

    @Test("The page says the same in Spanish, names are text, and nothing else than the style is in it")
    func page() throws {
        let hostile = receipt(name: "<script>alert(1)</script>\"'&")
        let html = FuelReceiptPage(hostile, words: .of("es"), zone: try TimeZoneRules.named("America/New_York")).markup.html
        #expect(html.contains("<html lang=\"es\">") && html.contains("<h1>Recibo AF-2026-000123</h1>") && html.contains("Combustible"))
        #expect(html.contains("&lt;script&gt;alert(1)") && !html.contains("<script"))
        for outside in ["http:", "https:", " src=", " on", "style="] { #expect(!html.contains(outside), "\(outside)") }
    }
}
