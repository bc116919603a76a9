import Kernel
import ServiceKit

/// A receipt as a page that prints on one sheet.
package struct FuelReceiptPage {
    package static let css = """
        .receipt{width:100%;border-collapse:collapse;margin:0 0 1rem}.receipt caption{text-align:start;font-weight:700;font-size:1.2rem;
        padding:1rem 0 .25rem}.receipt th,.receipt td{padding:.4rem 0;border-bottom:1px solid #c9c1ba;vertical-align:top}
        .receipt th{text-align:start;font-weight:400}.receipt thead th{color:#5c534c}.receipt .sum th,.receipt .sum td{font-weight:700}
        .receipt td,.receipt thead th:last-child{text-align:end;white-space:nowrap;padding-inline-start:1rem}
        .receipt small{display:block;color:#5c534c}
        @media print{body{background:#fff;font-size:11pt}main{padding:0;max-width:none}.receipt tr{break-inside:avoid}}
        """
    private let contents: FuelReceiptContents
    private let words: FuelReceiptWords
    private let style: String
    /// - Parameter style: contains `css`. A page that takes over the markup admits its own style only.
    package init(_ receipt: FuelReceipt, words: FuelReceiptWords, zone: TimeZoneRules, style: String = css) {
        (contents, self.words, self.style) = (FuelReceiptContents(receipt, words: words, zone: zone), words, style)
    }

    package var markup: Markup {
        let facts = contents.facts.map { fact -> Markup in "<dt>\(fact.label)</dt><dd>\(fact.value)</dd>" }
        return PageFrame(language: words.code, title: contents.title, style: style).page("""
            <p>\(contents.seller)</p><h1>\(contents.title)</h1><dl>\(facts)</dl>\(contents.tables.map(table))
            """)
    }

    private func table(_ table: FuelReceiptContents.Table) -> Markup {
        let rows = table.rows.map { row -> Markup in
            let detail: Markup = row.detail.map { "<small>\($0)</small>" } ?? .empty
            let emphasis: Markup = row.isSum ? " class=\"sum\"" : .empty
            return "<tr\(emphasis)><th scope=\"row\">\(row.label)\(detail)</th><td>\(row.amount)</td></tr>"
        }
        return """
            <table class="receipt"><caption>\(table.title)</caption><thead><tr><th scope="col">\(words.description)</th>\
            <th scope="col">\(words.amount)</th></tr></thead><tbody>\(rows)</tbody></table>
            """
    }
}
