import PDF

/// Paper a ticket is printed on. The sheets of ISO 216 are similar, so one layout is scaled.
package enum PaperSize: String, Sendable, CaseIterable {
    case a4, a5, a6

    /// The layout's grid is that of A5. Scales are rounded down, so that nothing leaves the sheet.
    var sheet: PDFPaper {
        switch self {
        case .a4: PDFPaper(width: 59_528, height: 84_189, scale: 141_421)
        case .a5: PDFPaper(width: 41_953, height: 59_528)
        case .a6: PDFPaper(width: 29_764, height: 41_953, scale: 70_475)
        }
    }
}
