"""The words of invoices in six languages, for `tests.invoice.bills`; every company and street is invented."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tongue:
    """The words, names and forms of a language; the first word of each list is the commonest."""

    title: tuple[str, ...]
    number: tuple[str, ...]
    issued: tuple[str, ...]
    due: tuple[str, ...]
    order: tuple[str, ...]
    customer: tuple[str, ...]
    buyer: tuple[str, ...]
    seller: tuple[str, ...]
    net: tuple[str, ...]
    tax: tuple[str, ...]  # {rate} stands for the rate
    total: tuple[str, ...]
    tax_id: tuple[str, ...]
    heads: tuple[str, ...]  # description, quantity, price, rate, amount
    goods: tuple[str, ...]
    companies: tuple[str, ...]
    towns: tuple[str, ...]
    streets: tuple[str, ...]
    ids: str  # a VAT id; # is a digit
    rates: tuple[str, ...]
    currencies: tuple[str, ...]
    months: tuple[str, ...]
    terms: str
    dates: tuple[str, ...] = ("d.m.y", "d/m/y", "y-m-d", "long")
    point: str = ","


TONGUES = {
    "en": Tongue(
        ("INVOICE", "Tax Invoice", "Invoice", "VAT Invoice", "Sales Invoice"),
        ("Invoice Number", "Invoice No.", "Invoice #", "Invoice no", "Inv. No.", "Document No.", "Invoice ID"),
        ("Invoice Date", "Date", "Date of issue", "Issue date", "Tax point / Invoice date", "Date Issued"),
        ("Due Date", "Payment due", "Pay by"),
        ("PO Number", "Your order", "Order No."),
        ("Customer No.", "Account", "Client ID"),
        ("Bill To", "Invoice to:", "Customer", "Billed to:", "Sold To:", "Client:", "BILL TO:", "Invoiced to", "Buyer"),
        ("From", "Seller", "Supplier:", "Issued by"),
        ("Subtotal", "Net total", "Total excl. VAT", "Net amount", "Total Net", "Sub Total", "Taxable amount"),
        ("VAT ({rate}%)", "VAT @ {rate}%", "VAT {rate}%", "Tax ({rate}%)", "Sales tax {rate}%", "GST {rate}%", "VAT"),
        ("Total", "Total due", "Amount due", "Grand Total", "TOTAL", "Balance due", "Total incl. VAT", "Invoice total", "Total payable"),
        ("VAT Reg. No.", "VAT no:", "VAT ID", "VAT Number", "VAT Registration Number:"),
        ("Description", "Qty", "Unit price", "VAT", "Amount"),
        ("Consulting services", "Web hosting, annual plan", "Oak shelf 80 cm", "Site survey", "Printed leaflets A5"),
        ("Brightwater Joinery Ltd", "Fenwick & Sons", "Harbour Light Media LLP", "Northgate Tools Inc.", "Thistle Analytics", "Copper Kettle Catering Limited"),
        ("Bristol BS1 4QA", "Leeds LS2 7HY", "Glasgow G1 3SL", "York YO1 9TL"),
        ("14 Mill Lane", "3rd Floor, 22 Dock Street", "Unit 7, Park Estate", "100 Station Road"),
        "GB#########", ("20", "5", "8.875", "10"), ("£", "GBP", "$", "€"),
        ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"),
        "Please pay within 30 days. Late payments attract a fee of £40.00.",
        ("d/m/y", "long", "y-m-d", "d Mon y", "Month d, y"), ".",
    ),
    "de": Tongue(
        ("Rechnung", "RECHNUNG", "Rechnung / Invoice"),
        ("Rechnungsnummer", "Rechnungs-Nr.", "Rechnung Nr.", "Rechnungsnr.", "Re.-Nr.", "Belegnummer", "Rechnung-Nr."),
        ("Rechnungsdatum", "Datum", "Ausstellungsdatum", "Belegdatum", "Rechnungsdatum:"),
        ("Fällig am", "Zahlbar bis", "Fälligkeitsdatum"),
        ("Auftragsnummer", "Bestellnummer", "Ihre Bestellung"),
        ("Kundennummer", "Kunden-Nr.", "Kd.-Nr."),
        ("Rechnung an", "Rechnungsempfänger", "Kunde", "Rechnungsadresse", "Leistungsempfänger", "An:", "Rechnungsanschrift"),
        ("Rechnungssteller", "Verkäufer", "Leistungserbringer", "Absender"),
        ("Nettobetrag", "Summe netto", "Zwischensumme", "Zwischensumme (netto)", "Netto", "Gesamt netto", "Warenwert netto", "Summe Nettobeträge"),
        ("zzgl. {rate}% MwSt.", "MwSt. {rate}%", "{rate} % USt.", "Umsatzsteuer {rate} %", "Mehrwertsteuer ({rate}%)", "USt {rate}%", "MwSt"),
        ("Gesamtbetrag", "Rechnungsbetrag", "Bruttobetrag", "Gesamtsumme", "Gesamtbetrag brutto", "Endbetrag", "Zu zahlender Betrag", "Summe brutto", "Zahlbetrag", "Gesamt"),
        ("USt-IdNr.:", "USt-ID", "Ust.-ID-Nr.", "UID:", "Umsatzsteuer-ID:"),
        ("Bezeichnung", "Menge", "Einzelpreis", "MwSt", "Gesamtpreis"),
        ("Beratung vor Ort", "Regalsystem Eiche", "Wartung Heizungsanlage", "Druck Faltblatt A5", "Lieferung frei Haus"),
        ("Bäckerei Sonnblick GmbH", "Lindenhof Gartenbau e.K.", "Elektro Wiesner KG", "Nordstern Software AG", "Tischlerei Ohlsen", "Kanzlei Berg und Tal"),
        ("20095 Hamburg", "80331 München", "04109 Leipzig", "50667 Köln"),
        ("Hauptstraße 12", "Am Markt 3", "Lindenallee 45a", "Industriestr. 7"),
        "DE#########", ("19", "7", "20", "8,1"), ("€", "EUR", "€", "CHF"),
        ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"),
        "Zahlbar innerhalb von 14 Tagen mit 2 % Skonto. Mahngebühr 5,00 €.",
        ("d.m.y", "d. Month y", "d.m.yy", "y-m-d"),
    ),
    "fr": Tongue(
        ("FACTURE", "Facture"),
        ("Facture n°", "N° de facture", "Numéro de facture", "Facture N°", "Numéro", "Réf. facture"),
        ("Date de facture", "Date", "Date d'émission", "Date de facturation", "Émise le", "Date de la facture"),
        ("Date d'échéance", "Échéance", "À régler avant le"),
        ("Commande n°", "Bon de commande"),
        ("N° client", "Code client", "Référence client"),
        ("Facturé à", "Client", "Adresse de facturation", "Destinataire", "Facturer à", "Client :"),
        ("Émetteur", "Vendeur", "De", "Prestataire"),
        ("Total HT", "Sous-total", "Montant HT", "Total hors taxes", "Montant total HT", "Total net HT", "Base HT"),
        ("TVA {rate}%", "TVA ({rate} %)", "TVA à {rate} %", "Montant TVA", "Total TVA", "TVA"),
        ("Total TTC", "Net à payer", "Montant TTC", "Total à payer", "Montant total TTC", "TOTAL TTC", "Total toutes taxes comprises"),
        ("N° TVA :", "TVA intracommunautaire :", "N° TVA intracom.", "Numéro de TVA"),
        ("Désignation", "Quantité", "Prix unitaire", "TVA", "Montant"),
        ("Prestation de conseil", "Étagère en chêne", "Hébergement web annuel", "Entretien chaudière", "Impression dépliants"),
        ("Menuiserie Clairval SARL", "Les Jardins du Nord SAS", "Atelier Peyrac", "Boulangerie Montfleur", "Numérique & Cie SA", "Imprimerie Valmont EURL"),
        ("69002 Lyon", "75011 Paris", "33000 Bordeaux", "59800 Lille"),
        ("12 rue des Lilas", "3 place du Marché", "45 bis avenue Foch", "7 chemin des Vignes"),
        "FR###########", ("20", "5,5", "10"), ("€", "EUR"),
        ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"),
        "Indemnité forfaitaire pour frais de recouvrement : 40,00 €.",
        ("d/m/y", "d Month y", "d.m.y", "d-m-y"),
    ),
    "es": Tongue(
        ("FACTURA", "Factura"),
        ("Número de factura", "Factura nº", "Nº factura", "Nº de factura", "Factura N.º", "Núm. factura"),
        ("Fecha de factura", "Fecha", "Fecha de emisión", "Fecha factura", "Fecha de expedición"),
        ("Fecha de vencimiento", "Vencimiento"),
        ("Pedido nº", "Su pedido"),
        ("Nº cliente", "Código cliente"),
        ("Facturar a", "Cliente", "Datos del cliente", "Destinatario", "Cliente:", "Facturado a"),
        ("Emisor", "Proveedor", "Vendedor", "Datos del emisor"),
        ("Base imponible", "Subtotal", "Total neto", "Importe neto", "Suma", "Base Imponible:"),
        ("IVA {rate}%", "IVA ({rate} %)", "{rate} % IVA", "Cuota IVA", "I.V.A. {rate}%", "Impuestos ({rate}%)"),
        ("Total", "Total factura", "TOTAL A PAGAR", "Importe total", "Total con IVA", "Total a pagar", "TOTAL FACTURA"),
        ("NIF:", "CIF", "NIF/CIF:", "N.I.F."),
        ("Descripción", "Cantidad", "Precio", "IVA", "Importe"),
        ("Servicios de consultoría", "Estantería de roble", "Alojamiento web anual", "Mantenimiento caldera"),
        ("Carpintería Robledal S.L.", "Jardines del Sur S.A.", "Panadería La Espiga", "Gráficas Montesol SLU", "Instalaciones Peñalara S.L."),
        ("28013 Madrid", "41001 Sevilla", "08002 Barcelona", "46001 Valencia"),
        ("Calle Mayor 12", "Avda. de la Paz, 3", "Plaza Nueva 45", "C/ Olmo, 7"),
        "B########", ("21", "10", "4"), ("€", "EUR"),
        ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
        "Transferencia a 30 días. Recargo por demora: 15,00 €.",
        ("d/m/y", "d de Month de y", "d-m-y"),
    ),
    "it": Tongue(
        ("FATTURA", "Fattura"),
        ("Fattura n.", "Numero fattura", "N. fattura", "Fattura nr.", "Fattura N°", "Numero documento"),
        ("Data fattura", "Data", "Data di emissione", "Data emissione", "del", "Data documento"),
        ("Scadenza", "Data scadenza"),
        ("Ordine n.", "Vs. ordine"),
        ("Codice cliente", "Cod. cliente"),
        ("Cliente", "Destinatario", "Spett.le", "Intestatario", "Fatturare a", "Cessionario/committente"),
        ("Fornitore", "Cedente/prestatore", "Emittente"),
        ("Imponibile", "Totale imponibile", "Subtotale", "Totale netto", "Importo netto"),
        ("IVA {rate}%", "IVA ({rate} %)", "IVA al {rate}%", "Totale IVA", "Imposta", "Imposta {rate}%"),
        ("Totale", "Totale fattura", "Totale da pagare", "TOTALE DOCUMENTO", "Totale dovuto", "Netto a pagare", "Importo totale"),
        ("P. IVA", "Partita IVA:", "P.IVA:", "P. Iva"),
        ("Descrizione", "Quantità", "Prezzo", "IVA", "Importo"),
        ("Consulenza tecnica", "Scaffale in rovere", "Hosting annuale", "Manutenzione caldaia"),
        ("Falegnameria Rovere S.r.l.", "Giardini Belfiore S.p.A.", "Panificio Spiga d'Oro", "Tipografia Montesole snc", "Studio Valdora"),
        ("20121 Milano MI", "00187 Roma RM", "50122 Firenze FI", "10121 Torino TO"),
        ("Via Roma 12", "Corso Italia, 3", "Piazza Duomo 45", "Viale dei Tigli 7"),
        "IT###########", ("22", "10", "4"), ("€", "EUR"),
        ("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"),
        "Pagamento a 30 giorni. Interessi di mora 8,00 %.",
        ("d/m/y", "d Month y", "d-m-y", "d.m.y"),
    ),
    "nl": Tongue(
        ("FACTUUR", "Factuur"),
        ("Factuurnummer", "Factuurnr.", "Factuur nr.", "Factuurnummer:", "Nummer"),
        ("Factuurdatum", "Datum", "Factuurdatum:", "Datum factuur"),
        ("Vervaldatum", "Te betalen voor", "Betalen voor"),
        ("Ordernummer", "Uw bestelling"),
        ("Klantnummer", "Debiteurnummer"),
        ("Factuur aan", "Klant", "Factuuradres", "Aan:", "Afnemer", "Gefactureerd aan"),
        ("Leverancier", "Van", "Verkoper"),
        ("Subtotaal", "Totaal excl. btw", "Netto bedrag", "Bedrag excl. BTW", "Totaal exclusief btw", "Subtotaal excl. BTW"),
        ("BTW {rate}%", "btw ({rate}%)", "{rate}% BTW", "BTW hoog {rate}%", "Btw-bedrag", "Totaal btw"),
        ("Totaal", "Totaal incl. btw", "Te betalen", "Totaalbedrag", "Totaal te betalen", "Totaal inclusief BTW", "Factuurbedrag"),
        ("BTW-nummer:", "Btw-nr.", "BTW nr:", "Btw-id"),
        ("Omschrijving", "Aantal", "Prijs", "BTW", "Bedrag"),
        ("Advies op locatie", "Eiken wandplank", "Webhosting per jaar", "Onderhoud cv-ketel"),
        ("Timmerbedrijf Waterland B.V.", "Tuinen van Noord V.O.F.", "Bakkerij De Halm", "Drukkerij Zonneveld BV", "Polder Software B.V."),
        ("1012 AB Amsterdam", "3511 LX Utrecht", "5611 EM Eindhoven", "9711 HN Groningen"),
        ("Kerkstraat 12", "Markt 3", "Lindelaan 45a", "Havenweg 7"),
        "NL#########B01", ("21", "9"), ("€", "EUR"),
        ("januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"),
        "Gelieve binnen 14 dagen te betalen. Incassokosten € 40,00.",
        ("d-m-y", "d Month y", "d/m/y"),
    ),
}  # fmt: skip
