"""The words of `tests.invoice.folio_forms` in six languages."""

from __future__ import annotations

SHOP = {
    "de": ("Rechnung", "Zahlbetrag", "Verkauft von", "USt-IDNr.", "Rechnungsdatum<br>/Lieferdatum", "Rechnungsnummer", "Rechnungsadresse", "Lieferadresse", "Bestellinformationen", "Bestelldatum", "Bestellnummer",
           ("Beschreibung", "Menge", "Stückpreis<br>(ohne USt.)", "USt. %", "Stückpreis<br>(inkl. USt.)", "Zwischensumme<br>(inkl. USt.)"), "Versandkosten", "Rechnungsgesamtbetrag", ("USt. %", "Zwischensumme<br>(ohne USt.)", "USt."), "Gesamt", "19"),
    "fr": ("Facture", "Total à payer", "Vendu par", "TVA", "Date de la facture/Date de la livraison", "Numéro de la facture", "Adresse de facturation", "Adresse de livraison", "Informations de la commande", "Date de la commande", "Numéro de la commande",
           ("Description", "Quantité", "Prix unitaire<br>(HT)", "Taux TVA", "Prix unitaire<br>(TTC)", "Prix total<br>(TTC)"), "Frais d'expédition", "Total de la facture", ("TVA %", "Prix total<br>(HT)", "TVA"), "Total", "20"),
    "es": ("Factura", "Total pendiente", "Vendido por", "NIF", "Fecha de la factura/Fecha de la entrega", "Número de la factura", "Dirección de facturación", "Dirección de envío", "Información del pedido", "Fecha del pedido", "Número del pedido",
           ("Descripción", "Cant.", "P. Unitario<br>(IVA excluido)", "IVA %", "P. Unitario<br>(IVA incluido)", "Precio total<br>(IVA incluido)"), "Gastos de envío", "Total", ("IVA %", "Precio total<br>(IVA excluido)", "IVA"), "Total", "21"),
    "it": ("Fattura", "Totale da pagare", "Venduto da", "P.IVA", "Data di fatturazione/Data di consegna", "Numero fattura", "Indirizzo di fatturazione", "Indirizzo di consegna", "Informazioni sull'ordine", "Data dell'ordine", "Numero dell'ordine",
           ("Descrizione", "Quant.", "Prezzo unitario<br>(IVA escl.)", "IVA %", "Prezzo unitario<br>(IVA incl.)", "Totale<br>(IVA incl.)"), "Costi di spedizione", "Totale fattura", ("IVA %", "Totale<br>(IVA escl.)", "IVA"), "Totale", "22"),
    "en": ("Invoice", "Total payable", "Sold by", "VAT #", "Invoice date / Delivery date", "Invoice #", "Billing address", "Delivery address", "Order information", "Order date", "Order #",
           ("Description", "Qty", "Unit price<br>(excl. VAT)", "VAT rate", "Unit price<br>(incl. VAT)", "Item subtotal<br>(incl. VAT)"), "Shipping Charges", "Invoice total", ("VAT rate", "Item subtotal<br>(excl. VAT)", "VAT subtotal"), "Total", "20"),
    "nl": ("Factuur", "Totaal te betalen", "Verkocht door", "BTW-nummer", "Factuurdatum/Leverdatum", "Factuurnummer", "Factuuradres", "Bezorgadres", "Bestelinformatie", "Besteldatum", "Bestelnummer",
           ("Omschrijving", "Aantal", "Stuksprijs<br>(excl. btw)", "BTW %", "Stuksprijs<br>(incl. btw)", "Subtotaal<br>(incl. btw)"), "Verzendkosten", "Factuurtotaal", ("BTW %", "Subtotaal<br>(excl. btw)", "BTW"), "Totaal", "21"),
}  # fmt: skip

UTILITY = {
    "en": ("Your electricity bill", "Account number", "Bill number", "Bill date", "Billing period", "Previous balance", "Payments received - thank you", "Standing charge", "Energy used", "Total charges excluding VAT", "VAT at", "Total electricity charges", "Total amount due", "Please pay by", "5", "£"),
    "de": ("Ihre Stromrechnung", "Kundennummer", "Rechnungsnummer", "Rechnungsdatum", "Abrechnungszeitraum", "Guthaben aus Vorjahr", "Gezahlte Abschläge", "Grundpreis", "Arbeitspreis", "Nettobetrag", "Umsatzsteuer", "Bruttobetrag", "Rechnungsbetrag", "Zahlbar bis", "19", "€"),
    "fr": ("Votre facture d'électricité", "N° client", "Facture n°", "Date de facture", "Période de consommation", "Solde précédent", "Paiements reçus", "Abonnement", "Consommation", "Total hors TVA", "TVA", "Total TTC", "Montant à payer", "À payer avant le", "20", "€"),
    "es": ("Factura de electricidad", "Nº de contrato", "Nº de factura", "Fecha de emisión", "Periodo de facturación", "Saldo anterior", "Pagos recibidos", "Término fijo", "Energía consumida", "Base imponible", "IVA", "Total factura", "IMPORTE TOTAL", "Fecha de cargo", "21", "€"),
    "it": ("Bolletta energia elettrica", "Codice cliente", "Numero fattura", "Data emissione", "Periodo di riferimento", "Saldo precedente", "Pagamenti ricevuti", "Quota fissa", "Quota energia", "Totale imponibile", "IVA", "Totale fattura", "Totale da pagare", "Scadenza", "10", "€"),
    "nl": ("Uw energienota", "Klantnummer", "Factuurnummer", "Factuurdatum", "Periode", "Vorig saldo", "Ontvangen betalingen", "Vastrecht", "Verbruik", "Totaal exclusief btw", "Btw", "Totaal inclusief btw", "Te betalen", "Uiterlijk betalen op", "21", "€"),
}  # fmt: skip

FREE = {
    "de": ("Rechnung Nr. {n}", "{s} · {a} · {b}", "Köln, den {d}", "Für meine Leistungen stelle ich Ihnen wie folgt in Rechnung:", ("Pos.", "Leistung", "Stunden", "Satz", "Betrag"), "Summe", "Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.", "Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.", "Steuernummer: 215/1234/5678"),
    "fr": ("Facture n° {n}", "{s}<br>{a}<br>{b}", "Lyon, le {d}", "Objet : mission de conseil", ("Désignation", "Qté", "Prix unitaire HT", "", "Total HT"), "Total à payer", "TVA non applicable, art. 293 B du CGI", "Paiement à 30 jours par virement.", "SIRET : 812 345 678 00019"),
    "nl": ("Factuur {n}", "{s}<br>{a}<br>{b}", "Datum: {d}", "Betreft: werkzaamheden", ("Omschrijving", "Uren", "Tarief", "", "Bedrag"), "Totaal te voldoen", "Vrijgesteld van btw (KOR)", "Gelieve binnen 14 dagen over te maken.", "KvK 12345678"),
    "en": ("Invoice no. {n}", "{s}<br>{a}<br>{b}", "{d}", "For professional services rendered:", ("Description", "Hours", "Rate", "", "Amount"), "Total due", "No VAT charged.", "Payment within 14 days, please.", "Sort code 12-34-56 Account 12345678"),
}  # fmt: skip

PARTS = {
    "en": ("Invoice", "Invoice No", "Date", "Bill To", "Subtotal", "VAT {r}%", "Total", ("Item", "Qty", "Price", "Amount"), "20", "£", "VAT No.", "Discount", "Shipping"),
    "de": ("Rechnung", "Rechnungsnr.", "Rechnungsdatum", "Rechnungsempfänger", "Summe netto", "zzgl. {r}% MwSt.", "Gesamtbetrag", ("Artikel", "Menge", "Preis", "Gesamt"), "19", "€", "USt-IdNr.", "Rabatt", "Versand"),
    "fr": ("FACTURE", "Facture N°", "Date", "Facturé à", "Total HT", "TVA {r} %", "Total TTC", ("Désignation", "Qté", "PU HT", "Montant HT"), "20", "€", "N° TVA", "Remise", "Port"),
    "es": ("FACTURA", "Factura nº", "Fecha", "Cliente", "Base imponible", "IVA {r}%", "TOTAL", ("Concepto", "Cantidad", "Precio", "Importe"), "21", "€", "CIF", "Descuento", "Portes"),
    "it": ("FATTURA", "Fattura n.", "Data", "Cliente", "Imponibile", "IVA {r}%", "Totale fattura", ("Descrizione", "Q.tà", "Prezzo", "Importo"), "22", "€", "P.IVA", "Sconto", "Spedizione"),
    "nl": ("FACTUUR", "Factuurnummer", "Factuurdatum", "Factuur aan", "Subtotaal", "BTW {r}%", "Totaal", ("Omschrijving", "Aantal", "Prijs", "Bedrag"), "21", "€", "BTW-nr.", "Korting", "Verzendkosten"),
}  # fmt: skip
