/// The report as one small SVG: latency of a single request beside the broker's own, throughput at many connections.
package struct BenchPicture {
    let report: BenchReport

    private static let rowHeight = 26
    private static let width = 760
    private static let labelWidth = 210
    private static let barWidth = 400

    package init(report: BenchReport) { self.report = report }

    package var svg: String {
        let single = report.lines.filter { $0.connections == 1 }
        let many = report.lines.filter { $0.connections > 1 }
        var body = ""
        var y = 30
        body += heading("One request at a time: p50 in ms (grey: the broker alone, for as many round trips)", &y)
        let rawP50 = report.raw?.p50Milliseconds ?? 0
        let slowest = (single.map(\.p50Milliseconds) + single.map { $0.roundTrips * rawP50 }).max() ?? 1
        for line in single {
            let words = BenchReport.decimal(line.p50Milliseconds, 2) + (line.ratioToRaw.map { " (× \(BenchReport.decimal($0, 2)))" } ?? "")
            body += row(line.title, value: line.p50Milliseconds, of: slowest, text: words, shadow: line.roundTrips * rawP50, &y)
        }
        y += 22
        body += heading("\(many.first?.connections ?? 0) connections: per second", &y)
        let fastest = many.map(\.perSecond).max() ?? 1
        for line in many { body += row(line.title, value: line.perSecond, of: fastest, text: String(Int(line.perSecond)), shadow: nil, &y) }
        y += 12
        body += text(12, y,
                     "\(report.broker), \(report.cores) cores, broker and load generator on the same machine, \(report.at.wholeSeconds)",
                     size: 11, colour: "#777")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(y + 16)" viewBox="0 0 \(Self.width) \(y + 16)" \
            font-family="sans-serif">
            <rect width="100%" height="100%" fill="#fff"/>
            \(body)</svg>

            """
    }

    private func heading(_ words: String, _ y: inout Int) -> String {
        defer { y += 14 }
        return text(12, y, words, size: 14, colour: "#111", bold: true)
    }

    private func row(_ label: String, value: Double, of largest: Double, text words: String, shadow: Double?, _ y: inout Int) -> String {
        defer { y += Self.rowHeight }
        func length(_ value: Double) -> Int { max(1, Int(value / max(largest, 1e-9) * Double(Self.barWidth))) }
        var out = text(12, y + 14, label, size: 12, colour: "#333")
        out += "<rect x=\"\(Self.labelWidth)\" y=\"\(y + 2)\" width=\"\(length(value))\" height=\"15\" fill=\"#2b6cb0\"/>\n"
        if let shadow { out += "<rect x=\"\(Self.labelWidth)\" y=\"\(y + 17)\" width=\"\(length(shadow))\" height=\"4\" fill=\"#aaa\"/>\n" }
        return out + text(Self.labelWidth + length(value) + 8, y + 14, words, size: 12, colour: "#333")
    }

    private func text(_ x: Int, _ y: Int, _ words: String, size: Int, colour: String, bold: Bool = false) -> String {
        let escaped = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return """
            <text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(colour)\"\(bold ? " font-weight=\"bold\"" : "")>\(escaped)</text>\n
            """
    }
}
