import Contracts
import GRDB
import Kernel

/// Rows of help texts, per language, in the order of their import.
package struct HelpStore {
    let database: Database
    let tenant: TenantID

    func questions(in language: String, category: String?) throws -> [HelpQuestion] {
        let statement = try database.cachedStatement(sql: """
            SELECT question_id, category, question, answer FROM help_question
            WHERE tenant = ?1 AND language = ?2 AND (?3 IS NULL OR category = ?3) ORDER BY position
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, language, category]).map { row in
            HelpQuestion(id: row[0], category: row[1], question: row[2], answer: row[3])
        }
    }
    func articles(in language: String, kind: HelpArticleKind?) throws -> [HelpArticle] {
        let statement = try database.cachedStatement(sql: """
            SELECT slug, kind, title, body FROM help_article
            WHERE tenant = ?1 AND language = ?2 AND (?3 IS NULL OR kind = ?3) ORDER BY position
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, language, kind?.rawValue]).map(Self.article)
    }
    func article(_ slug: String, in language: String) throws -> HelpArticle? {
        let statement = try database.cachedStatement(
            sql: "SELECT slug, kind, title, body FROM help_article WHERE tenant = ? AND language = ? AND slug = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, language, slug]).map(Self.article)
    }
    private static func article(_ row: Row) -> HelpArticle { HelpArticle(slug: row[0], kind: row[1], title: row[2], body: row[3]) }

    /// The first of these languages that has help; nil: there is none.
    func language(among languages: [String]) throws -> String? {
        let statement = try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM help_question WHERE tenant = ?1 AND language = ?2)
                OR EXISTS (SELECT 1 FROM help_article WHERE tenant = ?1 AND language = ?2)
            """)
        return try languages.first { try Bool.fetchOne(statement, arguments: [tenant.rawValue, $0]) ?? false }
    }

    func replace(_ language: String, questions: [HelpQuestion], articles: [HelpArticle]) throws {
        for table in ["help_question", "help_article"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND language = ?", arguments: [tenant.rawValue, language])
        }
        let question = try database.cachedStatement(sql: """
            INSERT INTO help_question (tenant, language, position, question_id, category, question, answer) VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        for (position, one) in questions.enumerated() {
            try question.execute(arguments: [tenant.rawValue, language, position, one.id, one.category, one.question, one.answer])
        }
        let article = try database.cachedStatement(
            sql: "INSERT INTO help_article (tenant, language, position, slug, kind, title, body) VALUES (?, ?, ?, ?, ?, ?, ?)")
        for (position, one) in articles.enumerated() {
            try article.execute(arguments: [tenant.rawValue, language, position, one.slug, one.kind, one.title, one.body])
        }
    }
}
