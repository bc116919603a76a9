/// What an element of a tagged document is (ISO 32000-1, 14.8.4).
package enum PDFTag: Sendable, Equatable {
    case document, heading, subheading, paragraph, table, row, cell
    case columnHeader, rowHeader

    var name: String {
        switch self {
        case .document: "Document"
        case .heading: "H1"
        case .subheading: "H2"
        case .paragraph: "P"
        case .table: "Table"
        case .row: "TR"
        case .cell: "TD"
        case .columnHeader, .rowHeader: "TH"
        }
    }
    /// Which cells a header is of.
    var attributes: String {
        switch self {
        case .columnHeader: " /A << /O /Table /Scope /Column >>"
        case .rowHeader: " /A << /O /Table /Scope /Row >>"
        case .document, .heading, .subheading, .paragraph, .table, .row, .cell: ""
        }
    }
}

/// The tree of a document's elements, and which piece of a page belongs to which of them.
struct PDFStructure: Sendable {
    private enum Kid: Sendable {
        case element(Int)
        case marked(page: Int, id: Int)
    }
    private struct Element: Sendable {
        let tag: PDFTag
        /// Nil: below the root.
        let parent: Int?
        var kids: [Kid] = []
    }
    private var elements: [Element] = []
    private var path: [Int] = []
    /// Page → element of each marked piece, in the order of their ids.
    private var owners: [Int: [Int]] = [:]

    var isEmpty: Bool { elements.isEmpty }

    mutating func open(_ tag: PDFTag) {
        let parent = path.last
        elements.append(Element(tag: tag, parent: parent))
        if let parent { elements[parent].kids.append(.element(elements.count - 1)) }
        path.append(elements.count - 1)
    }
    mutating func close() { path.removeLast() }

    /// A piece of the open element on a page. Nil: no element is open.
    mutating func mark(onPage page: Int) -> (tag: String, id: Int)? {
        guard let open = path.last else { return nil }
        let id = owners[page, default: []].count
        owners[page, default: []].append(open)
        elements[open].kids.append(.marked(page: page, id: id))
        return (elements[open].tag.name, id)
    }

    /// The objects of the tree, the root first, numbered from `start`. None if there is no element.
    func objects(from start: Int, pages: Int, pageAt: (Int) -> Int) -> [String] {
        guard !isEmpty else { return [] }
        // The root, the tree of parents, the elements.
        let elementAt = { (element: Int) in start + 2 + element }
        let tops = elements.indices.filter { elements[$0].parent == nil }.map { "\(elementAt($0)) 0 R" }.joined(separator: " ")
        let parents = (0..<pages).map { page in
            "\(page) [\((owners[page] ?? []).map { "\(elementAt($0)) 0 R" }.joined(separator: " "))]"
        }
        let made = elements.map { element in
            let parent = element.parent.map(elementAt) ?? start
            let kids = element.kids.map { kid in
                switch kid {
                case .element(let element): "\(elementAt(element)) 0 R"
                case .marked(let page, let id): "<< /Type /MCR /Pg \(pageAt(page)) 0 R /MCID \(id) >>"
                }
            }
            return "<< /Type /StructElem /S /\(element.tag.name) /P \(parent) 0 R\(element.tag.attributes)"
                + " /K [\(kids.joined(separator: " "))] >>"
        }
        return [
            "<< /Type /StructTreeRoot /K [\(tops)] /ParentTree \(start + 1) 0 R /ParentTreeNextKey \(pages) >>",
            "<< /Nums [\(parents.joined(separator: " "))] >>",
        ] + made
    }
}
