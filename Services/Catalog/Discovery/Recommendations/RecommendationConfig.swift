import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /recommendations/config`: the weights and thresholds, so that a client may rank by itself.
package struct RecommendationConfig: Query {
    package static let type: MessageType = "catalog.recommendation-config.v1"

    package func answer(in view: CatalogView) throws -> JSONBody {
        let settings = try view.settings()
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("defaultProfile", RecommendationProfile.weighted.rawValue)
            writer.member("profiles") { writer in
                for profile in RecommendationProfile.allCases {
                    writer.key(data: profile.rawValue)
                    let weights = profile.weights(settings.recommendations)
                    writer.object { writer in
                        for signal in Signal.allCases {
                            writer.key(data: signal.rawValue)
                            writer.value(weights[signal] ?? 0)
                        }
                    }
                }
            }
            writer.member("thresholds") { writer in
                writer.member("popularRatio", RecommendationProfile.popularRatio)
                writer.member("highRatingStars", RecommendationProfile.highRatingStars)
                writer.member("upcomingSoonDays", RecommendationProfile.soonDays)
                writer.member("recentlyAddedDays", RecommendationProfile.recentDays)
                writer.member("timeDecayDays", RecommendationProfile.decayDays)
                writer.member("interactionsMax", RecommendationProfile.interactionsMax)
                writer.member("viewMinutes", InterestStore.viewMinutes)
            }
        }
    }
}
