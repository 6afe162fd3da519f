"""Words of receipts from tills, by country; variants are parted by `|`, those behind `~` are kept for validation."""

from __future__ import annotations

from typing import NamedTuple

LABELS = (
    "title", "number", "date", "cashier", "subtotal", "discount", "service", "tax", "rounding", "total", "rounded",
    "cash", "card", "change", "count", "saved", "summary", "net", "thanks", "member", "valid",
)  # fmt: skip
"""What the words of a country are for, in the order of its line."""

WORDS = {
    "en": "RECEIPT|Receipt|~SALES RECEIPT;Receipt No|Receipt #|Bill No|Trans|Check #~Slip no|Txn;Date|DATE|~Txn date;"
    "Cashier|Server|Staff|Operator~Served by;Subtotal|Sub Total|SUBTOTAL~Sub-Total before tax;Discount|Disc~Promo|Less;"
    "Service charge 10%|Service Charge~Svc Chg 10%;{tax} {rate}|{tax}|Incl. {tax} {rate}~Includes {tax};Rounding~Round adj;"
    "TOTAL|Total|Total Due|Amount Due|Balance Due|TOTAL {sign}~Total to pay|Grand Total|To Pay;Rounded Total~Total after rounding;"
    "Cash|CASH|Cash tendered~Tendered|Paid cash;VISA|Card|EFTPOS|MASTERCARD|DEBIT~Contactless;Change|CHANGE|Change due~Your change;"
    "Items|No. of items|Total items~Item count;You saved|Total savings~Savings today;{tax} Summary|~{tax} analysis;"
    "Net|Taxable~Excl;Thank you|THANK YOU PLEASE COME AGAIN|Have a nice day~See you soon;Points|Member~Loyalty;"
    "Valid until|Exchange before|Offer ends~Returns by",
    "my": "TAX INVOICE|INVOICE|CASH BILL|Simplified Tax Invoice~OFFICIAL RECEIPT;Invoice No|Doc No.|Receipt #|Bill No|Inv No~Slip No|Trn;"
    "Date|DATE|Inv Date|~Bill Date;Cashier|User|Served By~Waiter;Sub Total|Subtotal|Total Sales (Excluding GST)|Total Excl. GST~Total before tax;"
    "Discount|Total Disc|Item Disc~Less Disc;Service Charge 10%|Serv. Charge (10%)~Svc Chrg 10%;{tax} {rate}|{tax} @ {rate}|Total GST|Total {tax}~GST payable;"
    "Rounding|Rounding Adj|Rounding Adjustment|Rnd Adj~Round Amt;Total|TOTAL|Total Sales (Inclusive of GST)|Total Incl. GST|Total Amount|Nett Total|Grand Total"
    "|TOTAL RM|Total Amt Payable|Total (RM)~Amount Due|Total Incl. GST@6%|Net Total;Rounded Total (RM)|Total Rounded|Total After Rounding|Round Total~Final Total;"
    "Cash|CASH|CASH RECEIVED|Cash Tendered|Payment~Paid Amount|Amt Tendered;VISA|VISA CARD|Master|MAYBANK CARD~Debit Card;Change|CHANGE|Change Due|Cash Change~Balance;"
    "Total Qty|Item(s)|Total Quantity|Item Count~No of Item;You Saved|Total Saving~Saving;GST Summary|GST SUMMARY|Tax Summary~GST Analysis;Amount(RM)|Amt (RM)|Amount~Taxable;"
    "THANK YOU|THANK YOU PLEASE COME AGAIN|GOODS SOLD ARE NOT RETURNABLE|Please Come Again~TERIMA KASIH;Member|Point Balance~Card Pts;Exchange within 7 days before|Valid till~Redeem before",
    "de": "Kassenbon|Rechnung|Quittung|~Kassenbeleg;Bon-Nr.|Beleg-Nr.|Bon|Rechnung Nr.~Bonnr.;Datum||Datum/Uhrzeit~Belegdatum;"
    "Es bediente Sie|Bediener|Kasse~Verkäufer;Zwischensumme|Zw-Summe~Warenwert;Rabatt|Preisvorteil|Coupon~Aktionsrabatt;Trinkgeld~Service;"
    "MwSt {rate}|inkl. {rate} MwSt|MWST {rate}|USt {rate}~enth. MwSt {rate};Rundung~Rundungsdifferenz;SUMME|Summe EUR|Summe|GESAMT|zu zahlen|Total|Gesamtbetrag|SUMME [EUR]"
    "~Gesamtsumme|Zu zahlender Betrag|Endbetrag;Gerundet~Gerundeter Betrag;Bar|BAR|Gegeben|Gegeben Bar~Bargeld;EC-Karte|Kartenzahlung|girocard|VISA|Geg. EC-Cash~Karte;"
    "Rückgeld|Zurück|Rückgeld BAR~Wechselgeld;Posten|Anzahl Artikel|Artikel~Stück;Sie sparen|Ersparnis~Gespart;Steuer  Netto  Brutto|MWST%  MWST  Netto  Brutto~Satz Netto USt;Netto|Netto-Betrag~Nettoumsatz;"
    "Vielen Dank für Ihren Einkauf|Danke für Ihren Besuch~Auf Wiedersehen;PAYBACK Punkte|Kundenkarte~Bonuspunkte;Umtausch bis|Gültig bis~Einlösbar bis",
    "fr": "TICKET|Facture||Reçu~TICKET DE CAISSE;Ticket N°|Ticket|N°~Facture n°;Date||Le~Date du ticket;Caissier|Serveur|Hôtesse~Vendeur;Sous-total|SOUS TOTAL~Total HT;"
    "Remise|Réduction~Avantage;Service~Service 15%;TVA {rate}|dont TVA {rate}|T.V.A. {rate}~Montant TVA;Arrondi~Arrondi caisse;TOTAL|Total TTC|A PAYER|TOTAL TTC EUR|Montant TTC|TOTAL EUR~Net à payer|Total à payer|Montant dû;"
    "Total arrondi~Arrondi à;Espèces|ESPECES|Reçu~Payé espèces;CB|Carte bancaire|CARTE BLEUE~CB EMV;Rendu|Rendu monnaie|A rendre~Monnaie;Articles|Nombre d'articles~Nb art.;Vous économisez|Total remises~Économie;"
    "Taux  HT  TVA  TTC~Code HT TVA;HT|Net HT~Base HT;Merci de votre visite|Merci et à bientôt~Au revoir;Points fidélité|Carte~Cagnotte;Échange avant le|Valable jusqu'au~Retour avant le",
    "es": "FACTURA SIMPLIFICADA|Ticket|~Factura simpl.;Ticket|Nº Factura|Factura Simplificada~Num. op.;Fecha|FECHA|~Fecha op.;Cajero|Le atendió|Camarero~Vendedor;Subtotal|SUBTOTAL~Suma;Descuento|Dto~Oferta;Servicio~Cubierto;"
    "IVA {rate}|I.V.A. {rate}|Cuota IVA~Cuota;Redondeo~Ajuste;TOTAL|TOTAL (€)|Total a pagar|TOTAL EUR|Importe total~Total compra|A pagar|Total factura;Total redondeado~Redondeado;Efectivo|EFECTIVO|Entregado~Recibido;"
    "Tarjeta|TARJETA BANCARIA|VISA~Tarj. crédito;Cambio|CAMBIO|Devolución~Su cambio;Artículos|Unidades~Nº artículos;Ahorro|Usted ahorra~Ahorrado;%IVA  Base  Cuota~Tipo Base Imp.;Base imponible|Base~B.I.;Gracias por su visita|Gracias por su compra~Vuelva pronto;"
    "Puntos|Socio~Club;Cambios hasta|Válido hasta~Devoluciones hasta",
    "it": "DOCUMENTO COMMERCIALE|Scontrino|~RICEVUTA;DOC. N.|Scontrino n.|Documento N.~Doc;Data||~Data emissione;Operatore|Cassa|Cameriere~Cassiere;Subtotale|SUBTOTALE~Parziale;Sconto|SCONTO~Promo;Coperto~Servizio;"
    "di cui IVA|IVA {rate}|DI CUI IVA {rate}~Imposta;Arrotondamento~Arrot.;TOTALE COMPLESSIVO|TOTALE|TOTALE EURO|Totale Euro|Importo~TOTALE DA PAGARE|Totale documento;Totale arrotondato~Arrotondato;Contanti|CONTANTE|Pagamento contante~Contante EUR;"
    "Pagamento elettronico|Carta di credito|BANCOMAT~Carta;Resto|RESTO~Resto EUR;Pezzi|Articoli|N. pezzi~Totale pezzi;Risparmio|Hai risparmiato~Totale sconti;Aliq. Imponibile IVA~Riepilogo IVA;Imponibile|Netto~Impon.;Grazie e arrivederci|Grazie per la visita~Grazie;"
    "Punti|Tessera~Saldo punti;Valido fino al|Cambio entro il~Scade il",
    "nl": "Kassabon|Bon|Factuur~Aankoopbon;Bonnr|Bon nr.|Transactie~Kassabon nr.;Datum||~Bondatum;Kassa|Medewerker|Bediend door~Kassier;Subtotaal|SUBTOTAAL~Tussentotaal;Korting|Bonus~Voordeel;Fooi~Bediening;BTW {rate}|btw {rate}|waarvan BTW~BTW-bedrag;"
    "Afronding~Afronden;TOTAAL|Totaal|Te betalen|Totaal EUR|TOTAAL BEDRAG~Totaal te betalen|Eindtotaal;Afgerond~Totaal afgerond;Contant|CONTANT|Ontvangen~Contant betaald;PIN|Pinnen|MAESTRO~Betaald met pin;Wisselgeld|Terug|Retour~Terug contant;"
    "Artikelen|Aantal artikelen~Stuks;Uw voordeel|Bespaard~U bespaart;BTW  Over  Bedrag~Tarief Grondslag;Grondslag|Netto~Excl.;Bedankt en tot ziens|Dank u wel~Tot de volgende keer;Punten|Klantenkaart~Spaarpunten;Ruilen tot|Geldig tot~Retour voor",
    "id": "STRUK|NOTA||~BUKTI PEMBAYARAN;No. Struk|No|Nota~No. Transaksi;Tanggal|Tgl|~Tgl. Transaksi;Kasir|Pelayan~Petugas;Subtotal|SUB TOTAL|Sub Total~Jumlah;Diskon|Disc~Potongan;Service 5%|Service Charge~Biaya layanan;Pajak {rate}|PB1 {rate}|PPN {rate}|Pajak Resto~Pjk 10%;"
    "Pembulatan~Rounding;TOTAL|Total|GRAND TOTAL|Total Bayar~Jumlah Total|Total Tagihan;Total dibulatkan~Setelah pembulatan;Tunai|CASH|TUNAI|Bayar~Dibayar;Debit BCA|KARTU DEBIT|Mandiri~Kartu;Kembali|CHANGE|KEMBALIAN~Kembalian Anda;Total Item|Qty~Jumlah item;Anda hemat~Hemat;DPP  PPN~Rincian pajak;DPP|Netto~Dasar;"
    "Terima kasih|TERIMA KASIH ATAS KUNJUNGAN ANDA~Sampai jumpa;Poin|Member~Saldo poin;Berlaku sampai|Penukaran sebelum~Tukar sebelum",
    "tr": "FİŞ|BİLGİ FİŞİ||~e-Arşiv Fatura;FİŞ NO|Fiş No~Belge No;TARİH|Tarih||~İşlem tarihi;KASİYER|Kasiyer~Garson;ARATOPLAM|ARA TOPLAM~Ara Top.;İNDİRİM|İskonto~Kampanya;SERVİS~Servis ücreti;TOPKDV|KDV {rate}|TOPLAM KDV~KDV TUTARI;YUVARLAMA~Yuvarlama farkı;TOPLAM|GENEL TOPLAM|TOP~ÖDENECEK TUTAR|Tutar;"
    "YUVARLANMIŞ~Yuvarlak;NAKİT|Nakit~Alınan;KREDİ KARTI|KREDI~Banka kartı;PARA ÜSTÜ|Para üstü~Üstü;ADET|Ürün adedi~Kalem;KAZANCINIZ~İndirim kazancı;KDV ORANI MATRAH~KDV dökümü;MATRAH|Matrah~KDV'siz;TEŞEKKÜR EDERİZ|Yine bekleriz~İyi günler;PUAN|Müşteri~Kart puan;Değişim tarihi|Son gün~İade tarihi",
    "pl": "PARAGON FISKALNY||Faktura~RACHUNEK;Nr|Paragon nr|#~Nr wydruku;Data||~Data sprzedaży;Kasjer|Kasa~Obsługa;Podsuma|SUMA CZĘŚCIOWA~Razem bez rabatu;Rabat|Opust~Promocja;Serwis~Obsługa 10%;PTU A {rate}|PTU {rate}|VAT {rate}~Kwota PTU;Zaokrąglenie~Zaokr.;SUMA PLN|SUMA|Do zapłaty|RAZEM~DO ZAPŁATY PLN|Suma do zapłaty;"
    "Zaokrąglone~Po zaokr.;Gotówka|GOTÓWKA~Wpłata;Karta|KARTA PŁATNICZA~Karta VISA;Reszta|RESZTA~Reszta PLN;Pozycji|Ilość~Liczba pozycji;Oszczędzasz~Zaoszczędzono;Sprzed. opod. PTU A~Stawka Netto;Netto|Opod.~Sprzedaż netto;Dziękujemy|Zapraszamy ponownie~Do zobaczenia;Punkty|Klient~Karta stałego klienta;Zwrot do|Ważny do~Wymiana do",
}


class Land(NamedTuple):
    """How the tills of a country write."""

    words: str
    tax: str
    rates: str
    sign: str  # before a figure in some totals
    mark: str  # decimal mark
    dates: str  # of strftime, parted by |
    forms: str  # legal forms
    ids: str  # tax and company numbers: 9 is a digit
    towns: str
    greatest: int = 90  # of a price
    cash_step: str = "0"  # to what cash is rounded
    whole: bool = False


LANDS = {
    "MY": Land("my", "GST", "6|0", "RM", ".", "%d/%m/%Y|%d-%m-%Y|%d/%m/%y|%d %b %Y|%Y-%m-%d|%d-%m-%y", "SDN BHD|SDN. BHD.|ENTERPRISE|TRADING|(M) SDN BHD|RESTAURANT|",
               "GST ID No: 000999999999|GST Reg No: 000999999999|GST ID : 000999999999|CO REG NO: 999999-H|SST ID: W10-9999-99999999", "81750 MASAI, JOHOR|50200 KUALA LUMPUR|47300 PETALING JAYA, SELANGOR|43000 KAJANG|40150 SHAH ALAM", 90, "0.05"),
    "SG": Land("en", "GST", "7|8", "S$", ".", "%d/%m/%Y|%d-%b-%Y|%d/%m/%y", "PTE LTD|PTE. LTD.|LLP|", "GST Reg No: 19999999A|GST REG M9-9999999-9|UEN: 199999999A", "SINGAPORE 238801|Singapore 189704", 60),
    "AU": Land("en", "GST", "10", "$", ".", "%d/%m/%Y|%d %b %Y|%d/%m/%y", "PTY LTD|Pty Ltd||", "ABN 99 999 999 999|ABN: 99999999999", "Richmond VIC 3121|Newtown NSW 2042", 80, "0.05"),
    "GB": Land("en", "VAT", "20", "£", ".", "%d/%m/%Y|%d/%m/%y|%d %b %Y", "LTD|Ltd|PLC||", "VAT No 999 9999 99|VAT Reg: GB999999999", "LONDON N1 9GU|Leeds LS1 4AP", 60),
    "US": Land("en", "Tax", "8.25|6|7.5", "$", ".", "%m/%d/%Y|%m/%d/%y|%b %d, %Y|%m-%d-%Y", "INC|LLC||||", "", "AUSTIN, TX 78701|Fresno, CA 93721", 70),
    "CA": Land("en", "HST", "13", "$", ".", "%Y-%m-%d|%m/%d/%Y|%d-%b-%Y", "INC|LTD||", "HST# 999999999RT0001|GST 999999999", "TORONTO ON M5V 2T6|Halifax NS B3J 1S9", 70, "0.05"),
    "NZ": Land("en", "GST", "15", "$", ".", "%d/%m/%Y|%d %b %Y", "LTD|LIMITED|", "GST No: 99-999-999", "Wellington 6011|Auckland 1010", 70, "0.10"),
    "ZA": Land("en", "VAT", "15", "R", ".", "%Y/%m/%d|%d/%m/%Y", "(PTY) LTD|CC|", "VAT NO 4999999999", "Cape Town 8001", 300),
    "IN": Land("en", "GST", "5|18", "Rs.", ".", "%d/%m/%Y|%d-%m-%Y|%d-%b-%y", "PVT LTD|& SONS|STORES|", "GSTIN: 29AAAAA9999A1Z5|GSTIN 07AAAAA9999A1Z2", "BENGALURU 560001|Pune 411001", 900, "1"),
    "PH": Land("en", "VAT", "12", "P", ".", "%m/%d/%Y|%d %b %Y", "INC.|CORP.|", "VAT REG TIN 999-999-999-000", "Makati City 1200", 500),
    "DE": Land("de", "MwSt", "19|7", "EUR", ",", "%d.%m.%Y|%d.%m.%y|%d.%m.%Y", "GmbH|GmbH & Co. KG|OHG|e.K.|KG||", "USt-IdNr. DE999999999|UID Nr. DE999999999|St.Nr. 99/999/99999", "01067 Dresden|50667 Köln|20095 Hamburg", 60),
    "AT": Land("de", "USt", "20|10", "EUR", ",", "%d.%m.%Y|%d.%m.%y", "GmbH|KG|", "UID: ATU99999999", "1010 Wien|8010 Graz", 60),
    "CH": Land("de", "MWST", "7.7|2.5|8.1", "CHF", ".", "%d.%m.%Y|%d.%m.%y", "AG|GmbH|", "CHE-999.999.999 MWST", "8001 Zürich|3011 Bern", 60, "0.05"),
    "FR": Land("fr", "TVA", "20|10|5,5", "€", ",", "%d/%m/%Y|%d/%m/%y", "SARL|SAS||", "SIRET 999 999 999 99999|TVA FR99999999999", "75011 PARIS|69002 Lyon", 60),
    "ES": Land("es", "IVA", "21|10|4", "€", ",", "%d/%m/%Y|%d-%m-%Y|%d/%m/%y", "S.L.|S.A.|SL|", "NIF: B99999999|C.I.F. A99999999", "28013 Madrid|41001 Sevilla", 60),
    "IT": Land("it", "IVA", "22|10|4", "€", ",", "%d-%m-%Y|%d/%m/%Y|%d/%m/%y", "S.r.l.|SRL|S.p.A.|S.N.C.|", "P.IVA 99999999999|Partita IVA 99999999999", "20121 Milano|40121 Bologna", 60),
    "NL": Land("nl", "BTW", "21|9", "€", ",", "%d-%m-%Y|%d/%m/%Y|%d-%m-%y", "B.V.|BV|", "BTW NL999999999B01", "1012 JS Amsterdam|3511 CE Utrecht", 60, "0.05"),
    "ID": Land("id", "PPN", "10|11", "Rp", ".", "%d/%m/%Y|%d-%m-%Y|%d %b %Y", "PT|CV|RESTO|", "NPWP 99.999.999.9-999.000", "Jakarta Selatan 12190|Bandung 40115", 90_000, whole=True),
    "TR": Land("tr", "KDV", "20|10|1", "", ",", "%d.%m.%Y|%d/%m/%Y|%d-%m-%Y", "LTD. ŞTİ.|A.Ş.|TİC. LTD. ŞTİ.", "VD 9999999999", "34710 KADIKÖY/İSTANBUL|06420 ÇANKAYA/ANKARA", 400),
    "PL": Land("pl", "VAT", "23|8|5", "PLN", ",", "%Y-%m-%d|%d-%m-%Y|%d.%m.%Y", "Sp. z o.o.|S.A.|", "NIP 999-999-99-99|NIP: 9999999999", "00-950 Warszawa|31-042 Kraków", 90),
}  # fmt: skip

BRANDS = (
    "SUNRISE|ORCHARD|BLUE HARBOUR|KEDAI SINAR|LUCKY STAR|GOLDEN SPOON|TEA LEAF|PAPER HOUSE|HARDWARE CORNER|MEGA|FRESH FIELD|NORTHGATE"
    "|Bella Casa|Maison Claire|El Olivo|Kaffeehaus Linde|Bäckerei Amsel|De Molen|Warung Melati|YILDIZ MARKET|Zielony Las|AL-AMIN|ONE TWO"
    "|ABC|KL STATIONERY|HUAT SENG|SRI MURNI|TJ'S|24 SEVEN|NO.1|CITY DRUG~POPULAR CHOICE|TEN TEN|ROYAL THAI|Das Werk|Chez Lou|LA PLAZA|Il Forno"
    "|GREEN VALLEY|UNIQUE|R & R|MR. FIX|PASAR RAYA BARU|Markthalle|HOME-PRO"
)
TRADES = (
    "MART|SUPERMARKET|STORES|PHARMACY|CAFE|RESTAURANT|BOOKSHOP|STATIONERY|HARDWARE|BAKERY|TRADING|MACHINERY|FASHION|PETROL|SEAFOOD|MINI MARKET||"
    "~BISTRO|GROCER|ELECTRONICS|KITCHEN|PARKING|OPTICAL|GIFTS"
)
GOODS = (
    "MILK 1L|BREAD WHOLEMEAL|RICE 5KG|CHICKEN RICE|TEH TARIK|COFFEE|USB CABLE|NOTEBOOK A4|PEN BLUE|TAPE 18MM|SCREW SET|LED BULB 9W|SHAMPOO 250ML"
    "|NASI LEMAK|MEE GORENG|CAKE SLICE|WATER 500ML|ORANGE JUICE|CHEESE 200G|APPLES|TOMATOES|SOAP BAR|BATTERY AA 4S|GLOVES|PAINT WHITE|CARD HOLDER"
    "~LATTE L|FRIED NOODLE|GLUE STICK|BOLT M8|SUGAR 1KG|T-SHIRT M|DIESEL|EGGS 10|PARKING 2H|SANDWICH"
)
STREETS = (
    "NO 12, JALAN MELATI {n}|LOT {n}, GROUND FLOOR|{n} HIGH STREET|{n} Main St|Hauptstr. {n}|Bahnhofstraße {n}|{n} RUE DE LYON|C/ Mayor {n}|Via Roma {n}|Kerkstraat {n}"
    "|Jl. Sudirman No. {n}|ATATÜRK CAD. NO:{n}|ul. Długa {n}|LEVEL {n}, CITY MALL|{n}-G, JALAN TEMENGGUNG"
)
