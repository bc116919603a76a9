import Kernel

/// Tags of the ids of what is on menus, and of quotes.
public enum MenuCategoryTag {}
public enum MenuItemTag {}
public enum QuoteTag {}
public typealias MenuCategoryID = Identifier<MenuCategoryTag>
public typealias MenuItemID = Identifier<MenuItemTag>
public typealias QuoteID = Identifier<QuoteTag>
