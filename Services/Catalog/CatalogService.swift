import Contracts
import Kernel
import Messaging
import ServiceKit

/// What can be found, looked at and claimed: events with tickets, who makes them, who likes them, and how many seats are left; partner shops, what people
/// say of them, and the campaigns they take part in.
public enum Catalog: PlatformService {
    public static let name: ServiceName = "catalog"

    public static let contents = ServiceContents<CatalogTransaction, CatalogView>(
        migrations: [CreateClaims.self, CreateEvents.self, CreateEventHistory.self, CreateSocial.self, CreateWaitlist.self, CreatePosters.self, CreateShops.self, GatherPlaces.self,
                     CreateFriends.self, CreateSalesOpenings.self, PackPlaces.self, CreateAttendance.self, CreateOrderRefunds.self,
                     KnowAccounts.self],
        commands: [
            ClaimTickets.self, ExtendClaim.self, ConfirmClaim.self, ReleaseClaim.self, ReturnStock.self, ExpireClaim.self,
            CreateEvent.self, ChangeEvent.self, PublishEvent.self, CancelEvent.self, DeleteEvent.self, RestoreEvent.self, DuplicateEvent.self,
            SaveEventDraft.self, DiscardEventDraft.self, ApplyEventDraft.self, AddTicketType.self, ChangeTicketType.self, RemoveTicketType.self,
            StartEvent.self, EndEvent.self, PurgeEvent.self, AnnounceSalesOpening.self,
            MarkFavorite.self, UnmarkFavorite.self, FollowOrganizer.self, UnfollowOrganizer.self, RateEvent.self, WithdrawRating.self, FileReport.self,
            InviteFriend.self, AcceptFriend.self, EndFriendship.self,
            SetInterests.self, ForgetHistory.self, NoteInteractions.self, RememberSearch.self, ForgetSearches.self,
            SetBirthDate.self, ImportEvent.self, ImportFavorite.self, ImportFollow.self, ImportRating.self, ImportInterests.self, SuggestEvents.self,
            ImportWaitlistEntry.self, JoinWaitlist.self, LeaveWaitlist.self, ExpireWaitlistOffer.self, RemovePoster.self,
            CreateShop.self, ChangeShop.self, DecideShopEdit.self, ChangeOwnShop.self, PublishShop.self, SuspendShop.self, ResumeShop.self, CloseShop.self,
            RateShop.self, ChangeShopRating.self, WithdrawShopRating.self, MarkShopFavorite.self, UnmarkShopFavorite.self,
            CreateCampaign.self, ChangeCampaign.self, PublishCampaign.self, CancelCampaign.self, StartCampaign.self, EndCampaign.self,
            RecordAppEvents.self, ImportShop.self, ImportShopRating.self, ImportShopFavorite.self, ImportCampaign.self,
        ],
        reactions: [OnUserRegistered.self, OnUserUpdated.self, OnRolesChanged.self, OnUserErased.self, OnRedemptionRecorded.self, OnRedemptionVoided.self,
                    OnTicketCheckedIn.self],
        queries: [
            EventDetails.self, TicketTypes.self, BrowseEvents.self, FavoriteEvents.self, Categories.self, Cities.self, AppConfig.self, TicketQuote.self,
            OrganizerEvents.self, EventDraft.self, EventHistory.self, DeletionCheck.self,
            SimilarEvents.self, ShareEvent.self, FindOrganizers.self, OrganizerDetails.self, FollowedOrganizers.self, EventRatings.self, FriendsOfUser.self,
            Home.self, Recommendations.self, EventRecommendation.self, RecommendationConfig.self, MyInterests.self, RecentSearches.self,
            MyWaitlist.self, EventPosters.self, ReadMedia.self,
            Neighborhoods.self, ShopCategories.self, BrowseShops.self, NearbyShops.self, ShopDetails.self, ShopRatings.self, MyShopRatings.self,
            FavoriteShops.self, OwnShops.self, ShopAppConfig.self, InformationPage.self, AnnouncedCampaigns.self, CampaignDetails.self, AllCampaigns.self,
            AppEventSummary.self,
        ],
        uploads: [AttachPoster.self],
        publishes: [
            TicketsClaimed.self, ClaimRefused.self, ClaimConfirmed.self, ClaimConfirmRefused.self, ClaimExpired.self, ClaimReleased.self,
            InventoryLow.self, TicketTypeSoldOut.self, EventPublished.self, EventUpdated.self, EventStarted.self, EventEnded.self,
            EventCancelled.self, EventRestored.self, EventFavorited.self, OrganizerFollowed.self, EventRated.self, EventViewed.self, ReportFiled.self,
            WaitlistOffered.self, WaitlistOfferExpired.self,
            ListingPublished.self, ListingUpdated.self, ListingWithdrawn.self, CampaignPublished.self, CampaignStarted.self, CampaignEnded.self,
            CampaignCancelled.self, RatingAdded.self, RatingChanged.self, RatingRemoved.self, AppEventRecorded.self, InterestsChanged.self, EventsSuggested.self,
            FriendshipMade.self, FriendshipEnded.self, SalesOpening.self,
        ],
        routes: CatalogRoutes.all,
        live: CatalogTopics.all,
        plugins: [EventListing.declaration, PartnerShopListing.declaration],
        texts: [EventTexts.all, ShopTexts.all, CampaignTexts.all, DiscoveryTexts.all, FriendTexts.all])
}
