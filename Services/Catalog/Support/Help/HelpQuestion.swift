import CatalogKit
import Kernel
import ServiceKit

/// A frequent question with its answer.
package struct HelpQuestion: Encodable, Sendable, Equatable {
    let id: String
    let category: String
    let question: String
    let answer: String
    static let schema = Schema.object(["id": .id, "category": .string(), "question": .string(), "answer": .string()],
                                      required: ["id", "category", "question", "answer"])
}

/// Finds questions as events are found (R5): without case and accents, all words, the last one as a prefix.
struct HelpSearch {
    private let words: [String]
    init(_ text: String) { words = SearchDocument.words(of: text) }

    /// Those with more words in the question come first; else the order stays.
    func matches(in questions: [HelpQuestion]) -> [HelpQuestion] {
        guard let last = words.last else { return [] }  // Only signs: no question has them as a word.
        let found = questions.enumerated().compactMap { place, question -> (rank: Int, place: Int, question: HelpQuestion)? in
            let document = SearchDocument(title: question.question, others: [question.answer])
            var inTitle = 0
            for word in words.dropLast() {
                guard let isInTitle = document.words[word] else { return nil }
                inTitle += isInTitle ? 1 : 0
            }
            let ends = document.words.filter { $0.key.hasPrefix(last) }
            guard !ends.isEmpty else { return nil }
            return (inTitle + (ends.values.contains(true) ? 1 : 0), place, question)
        }
        return found.sorted { ($1.rank, $0.place) < ($0.rank, $1.place) }.map(\.question)
    }
}
