/// The active currencies of ISO 4217 and their numbers of minor digits: list one of the maintenance agency (SIX) as
/// published on 2026-01-01, https://www.six-group.com/dam/download/financial-information/data-center/iso-currrency/lists/list-one.xml.
/// Metals, bond units and test codes have no minor unit, so no price is in them: they are left out. Keep a code that leaves
/// the list: files of running systems hold amounts in it.
enum CurrencyTable {
    static let minorDigits: [String: Int] = Dictionary(
        uniqueKeysWithValues: byMinorDigits.flatMap { digits, codes in
            codes.split(whereSeparator: \.isWhitespace).map { (String($0), digits) }
        })

    private static let byMinorDigits: [(digits: Int, codes: String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
        (2, """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
            CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
            IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
            MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
            SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
            YER ZAR ZMW ZWG
            """),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ]
}
