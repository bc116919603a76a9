import NotificationsKit

extension NotificationsScope {
    package var candidates: CandidateStore { CandidateStore(database, tenant) }
    package var history: HistoryStore { HistoryStore(database, tenant) }
    package var campaigns: MessageCampaignStore { MessageCampaignStore(database, tenant) }
}

extension NotificationsTransaction {
    package var announcements: AnnouncementStore { AnnouncementStore(database, tenant) }
    package var retention: RetentionStore { RetentionStore(database, tenant) }
    package var namings: NamingStore { NamingStore(database, tenant) }
}
