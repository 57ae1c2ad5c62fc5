import type { DemoCountry } from './accounts'

/** The parts of a country's supplier names: given and family name, or trade, family name and legal form. */
export type NameParts = Record<'givenNames' | 'families' | 'trades' | 'legalForms', readonly string[]>

const words = (text: string): string[] => text.split(' ').map((word) => word.replaceAll('_', ' '))

export const NAME_PARTS: Record<DemoCountry, NameParts> = {
  FR: {
    givenNames: words(
      'Camille Hélène Thierry Lucie Mathieu Élodie Bernard Inès Philippe Aurélie Rémi Nathalie Yanis Solène Gérard Maëlle',
    ),
    families: words(
      'Vasseur Girard Lemoine Fontaine Perrin Chevallier Barbier Renaud Dumas Garnier Lefèvre Morel Caron Besnard Guérin Roussel Delmas Joly Poirier Blanchet Masson Tessier Collin Faure',
    ),
    trades: words(
      'Menuiserie Transports Imprimerie Boulangerie Papeterie Atelier Électricité Serrurerie Cabinet Garage Pépinières Plomberie Vitrerie Couverture Nettoyage Emballages Peintures Traiteur',
    ),
    legalForms: words('SARL SAS EURL SA SASU'),
  },
  DE: {
    givenNames: words('Jonas Anke Sebastian Petra Jürgen Miriam Torsten Käthe Lukas Heike'),
    families: words(
      'Albrecht Brandt Schröder Neumann Krüger Vogel Hoffmann Lindner Böhm Petersen Winkler Sommer Jäger Kaiser Engel Busch Reuter Möller Ziegler Thiele',
    ),
    trades: words(
      'Autohaus Gartenbau Elektro Druckerei Spedition Metallbau Ingenieurbüro Bäckerei Gebäudereinigung Medien Logistik Tischlerei',
    ),
    legalForms: words('GmbH KG e.K. AG'),
  },
  NL: {
    givenNames: words('Marijke Pieter Anouk Sander Femke Ruben Ingrid Daan'),
    families: words(
      'Verhoeven de_Boer van_Dijk Bakker Smit Mulder de_Wit Vermeulen Kuipers Hoekstra Postma Jansen van_Leeuwen Dekker',
    ),
    trades: words('Schildersbedrijf Transport Bakkerij Drukkerij Kwekerij Installatie Advies Fietsen'),
    legalForms: words('B.V. V.O.F. N.V.'),
  },
  BE: {
    givenNames: words('Lotte Lucas Amélie Wouter Élise Jeroen Noémie Bram'),
    families: words(
      'Peeters Janssens Maes Willems Claes Goossens Dubois Lambert Wouters De_Smet Lejeune Vandenberghe Mertens Jacobs',
    ),
    trades: words('Brouwerij Ateliers Bouwwerken Imprimerie Garage Tuinen Menuiserie Transport'),
    legalForms: words('BV NV SA SRL'),
  },
  LU: {
    givenNames: words('Sofia Marc Carole Tom Martine Luc'),
    families: words('Weber Schmit Hoffmann Thill Kieffer Reding Wagner Faber Muller Klein'),
    trades: words('Constructions Garage Fiduciaire Toitures Chauffage Imprimerie'),
    legalForms: words('S.à_r.l. S.A.'),
  },
  AT: {
    givenNames: words('Katharina Florian Elisabeth Matthias Verena Georg'),
    families: words('Steiner Gruber Moser Huber Leitner Fuchs Eder Pichler Auer Wallner'),
    trades: words('Tischlerei Gasthof Elektrotechnik Gärtnerei Malerei Spenglerei'),
    legalForms: words('GmbH KG OG'),
  },
  GR: {
    givenNames: words('Γεώργιος Νικόλαος Δημήτριος Κωνσταντίνος Αντώνιος Παναγιώτης'),
    families: words(
      'Παπαδόπουλος Οικονόμου Νικολάου Βασιλείου Γεωργίου Αθανασίου Ιωάννου Μακρής Σταύρου Χρήστου',
    ),
    trades: words('Μεταφορές Εκδόσεις Τυροκομεία Ελαιοτριβεία Κατασκευές Ναυτιλιακή'),
    legalForms: words('Α.Ε. Ε.Π.Ε. Ο.Ε.'),
  },
  BG: {
    givenNames: words('Иван Георги Димитър Николай Стефан Петър'),
    families: words('Иванов Петров Димитров Николов Стоянов Тодоров Колев Ангелов Маринов Илиев'),
    trades: words('Транспорт Строител Мебели Печатница Консулт Текстил'),
    legalForms: words('ООД ЕООД АД'),
  },
  IE: {
    givenNames: words('Aoife Conor Niamh Declan Siobhán Cormac'),
    families: words("Byrne O'Sullivan Kavanagh Doyle McCarthy Nolan Gallagher Brennan Quinn Fitzgerald"),
    trades: words('Joinery Catering Haulage Printworks Landscaping Freight'),
    legalForms: words('Limited DAC'),
  },
}
