import type { DemoCountry } from './accounts'

/** What suppliers of a country are called: somebody's given and family name, or a craft, a family and a legal form. */
export type Trade = Record<'given' | 'families' | 'crafts' | 'forms', readonly string[]>

const words = (text: string): string[] => text.split(' ').map((word) => word.replaceAll('_', ' '))

export const TRADES: Record<DemoCountry, Trade> = {
  FR: {
    given: words(
      'Camille Hélène Thierry Lucie Mathieu Élodie Bernard Inès Philippe Aurélie Rémi Nathalie Yanis Solène Gérard Maëlle',
    ),
    families: words(
      'Vasseur Girard Lemoine Fontaine Perrin Chevallier Barbier Renaud Dumas Garnier Lefèvre Morel Caron Besnard Guérin Roussel Delmas Joly Poirier Blanchet Masson Tessier Collin Faure',
    ),
    crafts: words(
      'Menuiserie Transports Imprimerie Boulangerie Papeterie Atelier Électricité Serrurerie Cabinet Garage Pépinières Plomberie Vitrerie Couverture Nettoyage Emballages Peintures Traiteur',
    ),
    forms: words('SARL SAS EURL SA SASU'),
  },
  DE: {
    given: words('Jonas Anke Sebastian Petra Jürgen Miriam Torsten Käthe Lukas Heike'),
    families: words(
      'Albrecht Brandt Schröder Neumann Krüger Vogel Hoffmann Lindner Böhm Petersen Winkler Sommer Jäger Kaiser Engel Busch Reuter Möller Ziegler Thiele',
    ),
    crafts: words(
      'Autohaus Gartenbau Elektro Druckerei Spedition Metallbau Ingenieurbüro Bäckerei Gebäudereinigung Medien Logistik Tischlerei',
    ),
    forms: words('GmbH KG e.K. AG'),
  },
  NL: {
    given: words('Marijke Pieter Anouk Sander Femke Ruben Ingrid Daan'),
    families: words(
      'Verhoeven de_Boer van_Dijk Bakker Smit Mulder de_Wit Vermeulen Kuipers Hoekstra Postma Jansen van_Leeuwen Dekker',
    ),
    crafts: words('Schildersbedrijf Transport Bakkerij Drukkerij Kwekerij Installatie Advies Fietsen'),
    forms: words('B.V. V.O.F. N.V.'),
  },
  BE: {
    given: words('Lotte Lucas Amélie Wouter Élise Jeroen Noémie Bram'),
    families: words(
      'Peeters Janssens Maes Willems Claes Goossens Dubois Lambert Wouters De_Smet Lejeune Vandenberghe Mertens Jacobs',
    ),
    crafts: words('Brouwerij Ateliers Bouwwerken Imprimerie Garage Tuinen Menuiserie Transport'),
    forms: words('BV NV SA SRL'),
  },
  LU: {
    given: words('Sofia Marc Carole Tom Martine Luc'),
    families: words('Weber Schmit Hoffmann Thill Kieffer Reding Wagner Faber Muller Klein'),
    crafts: words('Constructions Garage Fiduciaire Toitures Chauffage Imprimerie'),
    forms: words('S.à_r.l. S.A.'),
  },
  AT: {
    given: words('Katharina Florian Elisabeth Matthias Verena Georg'),
    families: words('Steiner Gruber Moser Huber Leitner Fuchs Eder Pichler Auer Wallner'),
    crafts: words('Tischlerei Gasthof Elektrotechnik Gärtnerei Malerei Spenglerei'),
    forms: words('GmbH KG OG'),
  },
  GR: {
    given: words('Γεώργιος Νικόλαος Δημήτριος Κωνσταντίνος Αντώνιος Παναγιώτης'),
    families: words(
      'Παπαδόπουλος Οικονόμου Νικολάου Βασιλείου Γεωργίου Αθανασίου Ιωάννου Μακρής Σταύρου Χρήστου',
    ),
    crafts: words('Μεταφορές Εκδόσεις Τυροκομεία Ελαιοτριβεία Κατασκευές Ναυτιλιακή'),
    forms: words('Α.Ε. Ε.Π.Ε. Ο.Ε.'),
  },
  BG: {
    given: words('Иван Георги Димитър Николай Стефан Петър'),
    families: words('Иванов Петров Димитров Николов Стоянов Тодоров Колев Ангелов Маринов Илиев'),
    crafts: words('Транспорт Строител Мебели Печатница Консулт Текстил'),
    forms: words('ООД ЕООД АД'),
  },
  IE: {
    given: words('Aoife Conor Niamh Declan Siobhán Cormac'),
    families: words("Byrne O'Sullivan Kavanagh Doyle McCarthy Nolan Gallagher Brennan Quinn Fitzgerald"),
    crafts: words('Joinery Catering Haulage Printworks Landscaping Freight'),
    forms: words('Limited DAC'),
  },
}
