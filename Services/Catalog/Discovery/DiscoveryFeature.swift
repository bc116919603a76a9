import Contracts
import ServiceKit

extension Feature {
    /// Searching and browsing events; interests, home and suggestions.
    package static let discovery = Feature(
        "discovery",
        commands: [
            RememberSearch.self, ForgetSearches.self, SetInterests.self, PruneHistory.self, NoteInteractions.self, SetBirthDate.self,
            ImportInterests.self, SuggestEvents.self,
        ],
        queries: [
            BrowseEvents.self, Categories.self, Cities.self, RecentSearches.self, SimilarEvents.self, Home.self, Recommendations.self,
            EventRecommendation.self, RecommendationConfig.self, MyInterests.self,
        ],
        publishes: [EventViewed.self, InterestsChanged.self, EventsSuggested.self],
        routes: DiscoveryRoutes.all + PersonalRoutes.all,
        texts: [DiscoveryTexts.all])
}
