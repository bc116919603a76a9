import Storage

/// Help texts, support tickets, and whose orders are whose.
enum CreateSupport: Migration {
    static let name = "0018_CreateSupport"
    static let sql = """
        CREATE TABLE help_question (
            tenant TEXT NOT NULL, language TEXT NOT NULL, position INTEGER NOT NULL CHECK (position >= 0),
            question_id TEXT NOT NULL, category TEXT NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL,
            PRIMARY KEY (tenant, language, position), UNIQUE (tenant, language, question_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE help_article (
            tenant TEXT NOT NULL, language TEXT NOT NULL, position INTEGER NOT NULL CHECK (position >= 0),
            slug TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('guide', 'feature', 'troubleshooting', 'security')),
            title TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (tenant, language, position), UNIQUE (tenant, language, slug)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE support_ticket (
            tenant TEXT NOT NULL, ticket_id TEXT NOT NULL,
            -- NULL: a guest, who is answered by e-mail.
            user_id TEXT, email TEXT, language TEXT NOT NULL,
            category TEXT NOT NULL CHECK (category IN ('account', 'payment', 'ticket', 'event', 'organizer', 'bug', 'other')),
            subject TEXT NOT NULL, order_id TEXT, event_id TEXT,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, answered_at INTEGER, closed_at INTEGER,
            state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'closed')),
            PRIMARY KEY (tenant, ticket_id),
            CHECK (user_id IS NOT NULL OR email IS NOT NULL),
            CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
            CHECK (state <> 'answered' OR answered_at IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX support_ticket_by_user ON support_ticket (tenant, user_id, created_at);
        CREATE INDEX support_ticket_by_time ON support_ticket (tenant, created_at);

        CREATE TABLE support_message (
            tenant TEXT NOT NULL, ticket_id TEXT NOT NULL, position INTEGER NOT NULL CHECK (position >= 0),
            message_id TEXT NOT NULL, author TEXT NOT NULL CHECK (author IN ('user', 'agent')), agent_id TEXT,
            body TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, ticket_id, position),
            CHECK (agent_id IS NULL OR author = 'agent'),
            FOREIGN KEY (tenant, ticket_id) REFERENCES support_ticket (tenant, ticket_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX support_message_by_agent ON support_message (tenant, agent_id) WHERE agent_id IS NOT NULL;

        -- Whose order is whose, from the events of orders: a ticket may name only one's own.
        CREATE TABLE order_owner (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, order_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX order_owner_by_user ON order_owner (tenant, user_id);
        """
}
