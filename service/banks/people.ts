/**
 * The named accounts of the built-in register, so that there is data before the first check. People and companies are
 * invented; the account numbers are made up with valid check digits. Two names are joint holders.
 */
export const BUILT_IN_ACCOUNTS: [iban: string, holders: string[]][] = [
  ['FR7630004015870002601173160', ['Camille Martin']],
  ['FR7620041010050500021302674', ['Jean-Baptiste Lefèvre', 'Amélie Lefèvre']],
  ['FR7630003036200002021690750', ['Ateliers Moreau SARL']],
  ['FR7610278060000002048014528', ['Société Nouvelle des Transports Girard SAS']],
  ['FR7690005000010000000011828', ['Hélène Marie Fontaine']],
  ['DE79370400440532019000', ['Jürgen Großmann']],
  ['DE83500105175407320931', ['Weiß & Söhne Maschinenbau GmbH']],
  ['DE66100500000190204711', ['Katharina von der Heide', 'Thomas Heide']],
  ['ES1921000418420200051999', ['María del Carmen Núñez Ortega']],
  ['ES4900491500010512399988', ['Construcciones Peña S.L.']],
  ['NL37ABNA0417164399', ['Pieter van den Berg']],
  ['NL29INGB0001234599', ['Bakkerij De Gouden Aar B.V.']],
  ['BE68539007547034', ['Luc Peeters']],
  ['AT341904300234573299', ['Österreichische Holzhandel AG']],
  ['IE44AIBK93115212345699', ["Siobhán O'Connor"]],
  ['LU710019400644750099', ['Fiduciaire du Centre S.à r.l.']],
  ['PL81109010140000071219812999', ['Łukasz Wiśniewski']],
  ['PT50000201231234567890154', ['João Gonçalves Pereira']],
  ['GR5301101250000000012300999', ['Γεωργία Παπαδοπούλου']],
  ['BG95BNBG96611020345699', ['Димитър Иванов']],
  ['FI2112345600000785', ['Åsa Lindström']],
  ['DK9000400440116299', ['Søren Kjær']],
]

/** Given names that a register may contain and their owner may leave out. */
export const SECOND_NAMES = [
  'Marie',
  'Paul',
  'Anne',
  'Louis',
  'Maria',
  'Josef',
  'Carlos',
  'Elena',
  'Jan',
  'Sofia',
]

/** Holders of accounts with another holder than the name checked. */
export const OTHER_PEOPLE = [
  'Bernadette Chastagnier',
  'Wolfgang Achterberg',
  'Inmaculada Zabaleta',
  'Guillaume Trébuchet',
  'Henryk Szczepański',
  'Ottavia Brancaleone',
  'Ruud Hoogendijk',
  'Anneliese Kirchhofer',
  'Vasco Figueiredo',
  'Maren Thorsgaard',
  'Fionnuala Gallagher',
  'Eero Kuusisto',
]

/** Companies that hold such accounts. */
export const OTHER_COMPANIES = [
  'Boulangerie Chastagnier SARL',
  'Achterberg Logistik GmbH',
  'Zabaleta Hortalizas S.L.',
  'Trébuchet Informatique SAS',
  'Brancaleone Ceramiche S.r.l.',
  'Hoogendijk Bloemen B.V.',
  'Kirchhofer Elektro AG',
  'Figueiredo Cortiças Lda',
]
