import { expect, test } from 'vitest'
import lexicon from '@/lib/tables/data/headers.json' with { type: 'json' }
import { bytes, CZ, DE, ES, FR, IT, lines, NL, PL, PT, payees } from '@/lib/tables/testing/lists'
import { normaliseHeader } from '@/lib/tables/words'

const OWN = 'BE71096123456769'
const SE = 'SE4550000000058398257466'
const HU = 'HU42117730161111101800000000'
const DK = 'DK5000400440116243'
const FI = 'FI2112345600000785'
const RO = 'RO49AAAA1B31007593840000'
const GR = 'GR1601101250000000012300695'
const GB = 'GB29NWBK60161331926819'

/** Header, one line for a payee, and the expected payees. */
test.each<[string, (name: string, iban: string) => string, [string, string]]>([
  [
    'Naam opdrachtgever;IBAN opdrachtgever;Naam begunstigde;IBAN begunstigde;Bedrag',
    (name, iban) => `Accord BV;${OWN};${name};${iban};10,00`,
    ['Jan de Boer', NL],
  ],
  [
    'Datum;Van rekening;Naar rekening;Naam ontvanger;Mededeling',
    (name, iban) => `1-1-2026;${OWN};${iban};${name};x`,
    ['Jan de Boer', NL],
  ],
  ['Naam;T.n.v.;IBAN', (name, iban) => `Bakkerij Jansen;${name};${iban}`, ['Jan de Boer', NL]],
  [
    'Rachunek nadawcy;Nazwa nadawcy;Rachunek odbiorcy;Nazwa odbiorcy;Tytuł',
    (name, iban) => `${OWN};Accord;${iban};${name};f`,
    ['Łukasz Nowak', PL],
  ],
  [
    'Lp.;Kontrahent;NIP;Nr rachunku bankowego;Nazwa banku',
    (name, iban) => `1;${name};5252445767;${iban};mBank`,
    ['Łukasz Nowak', PL],
  ],
  [
    'Betalare;Avsändarkonto;Mottagare;Mottagarkonto;Belopp',
    (name, iban) => `Accord AB;${OWN};${name};${iban};1`,
    ['Sven Svensson', SE],
  ],
  [
    'Leverantörsnr;Leverantörens namn;Bankens namn;IBAN;BIC',
    (name, iban) => `1;${name};Handelsbanken;${iban};HANDSESS`,
    ['Sven Svensson', SE],
  ],
  [
    'Ordenante;IBAN ordenante;Beneficiário;IBAN beneficiário;Montante',
    (name, iban) => `Accord Lda;${OWN};${name};${iban};1`,
    ['João Silva', PT],
  ],
  [
    'Cuenta de cargo;Cuenta de abono;Titular;Concepto',
    (name, iban) => `${OWN};${iban};${name};n`,
    ['José Núñez', ES],
  ],
  [
    'IBAN ordinante;Ragione sociale ordinante;IBAN beneficiario;Ragione sociale beneficiario;Causale',
    (name, iban) => `${OWN};Accord Srl;${iban};${name};c`,
    ['Mario Rossi', IT],
  ],
  [
    "Banca d'appoggio;Intestatario conto;Coordinate bancarie",
    (name, iban) => `Intesa Sanpaolo;${name};${iban}`,
    ['Mario Rossi', IT],
  ],
  [
    'Číslo účtu plátce;Název plátce;Číslo účtu příjemce;Název příjemce',
    (name, iban) => `${OWN};Accord;${iban};${name}`,
    ['Jiří Dvořák', CZ],
  ],
  [
    'Kedvezményezett neve;Kedvezményezett számlaszáma;Összeg',
    (name, iban) => `${name};${iban};1`,
    ['Nagy János', HU],
  ],
  ['Modtagers navn;Modtagers konto;Beløb', (name, iban) => `${name};${iban};1`, ['Søren Ås', DK]],
  [
    'Saajan nimi;Saajan tilinumero;Maksajan tili',
    (name, iban) => `${name};${iban};${OWN}`,
    ['Väinö Mäki', FI],
  ],
  [
    'Nume beneficiar;Cont IBAN beneficiar;Banca beneficiarului',
    (name, iban) => `${name};${iban};BCR`,
    ['Ion Popescu', RO],
  ],
  ['Δικαιούχος;IBAN;Ποσό', (name, iban) => `${name};${iban};1`, ['Νίκος Παπάς', GR]],
  [
    'From account;From name;To account;To name',
    (name, iban) => `${OWN};Accord;${iban};${name}`,
    ['Ann Lee', GB],
  ],
  [
    'Ordering customer;Ordering account;Beneficiary;Beneficiary bank;Beneficiary account',
    (name, iban) => `Accord;${OWN};${name};Barclays;${iban}`,
    ['Ann Lee', GB],
  ],
  [
    'Auftraggeberkonto;Buchungstag;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code)',
    (name, iban) => `${OWN};01.01.26;${name};${iban};DEUTDEFF`,
    ['Jürgen Groß', DE],
  ],
  [
    'Bezeichnung Auftragskonto;IBAN Auftragskonto;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter',
    (name, iban) => `Girokonto;${OWN};${name};${iban}`,
    ['Jürgen Groß', DE],
  ],
  [
    'Compte à débiter;Nom du bénéficiaire;Compte à créditer;Motif',
    (name, iban) => `${OWN};${name};${iban};a`,
    ['Zoé Lefèvre', FR],
  ],
  [
    'Nom de la banque;Raison sociale;Code IBAN',
    (name, iban) => `Crédit Agricole;${name};${iban}`,
    ['Nord SAS', FR],
  ],
  ['Ville;Libellé;IBAN', (name, iban) => `Saint Étienne;${name};${iban}`, ['Zoé Lefèvre', FR]],
  [
    'PayerName;PayerIBAN;PayeeName;PayeeIBAN;Amount',
    (name, iban) => `Accord SA;${OWN};${name};${iban};1`,
    ['Zoé Lefèvre', FR],
  ],
  [
    'SupplierName;BankName;BankAccountHolderName;IBAN',
    (name, iban) => `Nord;BNP Paribas;${name};${iban}`,
    ['Nord SAS', FR],
  ],
  ['Nom et adresse;Coordonnées (I.B.A.N.)', (name, iban) => `${name};${iban}`, ['Zoé Lefèvre', FR]],
])('%s: finds the payee and their account', (header, line, payee) => {
  const all: [string, string][] = [payee, ['Uwe Bauer', DE], ['Jan Bakker', NL]]
  expect(payees(bytes(lines(header, ...all.map(([name, iban]) => line(name, iban)))))).toEqual(all)
})

test.each<[string, string, string]>([
  ['Cognome;Nome;Codice fiscale;IBAN', 'Rossi;Mario;RSSMRA80A01H501U', 'Mario Rossi'],
  ['NIF;Primer apellido;Segundo apellido;Nombre;IBAN', '1A;Núñez;García;José', 'José Núñez García'],
  ['Imię;Nazwisko;Numer rachunku', 'Łukasz;Nowak', 'Łukasz Nowak'],
  ['Jméno;Příjmení;Účet (IBAN)', 'Jiří;Dvořák', 'Jiří Dvořák'],
  ['Voornaam;Tussenvoegsel;Achternaam;IBAN', 'Jan;de;Boer', 'Jan de Boer'],
  ['Förnamn;Efternamn;Kontonummer (IBAN)', 'Sven;Ek', 'Sven Ek'],
  ['Sukunimi;Etunimi;Tilinumero', 'Virtanen;Väinö', 'Väinö Virtanen'],
  ['Voorletters;Tussenvoegsels;Achternaam;IBAN', 'J.;de;Boer', 'J. de Boer'],
  ['Vorname;Nachname;Firma;IBAN', 'Uwe;Bauer;Bauer GmbH', 'Bauer GmbH'],
])('%s: joins the parts of a name', (header, cells, name) => {
  const others = header.split(';').length - 1
  const second = ['Anna', 'Berg', 'Nova', 'Anna'].slice(0, others).join(';')
  const [first] = payees(bytes(lines(header, `${cells};${DE}`, `${second};${NL}`)))
  expect(first).toEqual([name, DE])
})

test.each([
  'Fname;Lname;IBAN',
  'NAME_FIRST;NAME_LAST;IBAN',
  'Vorn.;Nachn.;IBAN',
  'Prén.;Nom;IBAN',
  'Prénom;Nom usuel;IBAN',
  'Prénom(s);Nom(s);IBAN',
  'Beneficiary first name;Beneficiary last name;IBAN',
  'Prénom du salarié;Nom du salarié;IBAN',
  'Vorname des Mitarbeiters;Name des Mitarbeiters;IBAN',
  'Kontoinhaber Vorname;Kontoinhaber Name;IBAN',
  'Nome dipendente;Cognome dipendente;IBAN',
  'Nombre titular;Apellidos titular;IBAN',
  'Voornaam medewerker;Naam medewerker;IBAN',
  'Imię odbiorcy;Nazwisko odbiorcy;IBAN',
  'Vorname;Name/Firma;IBAN',
  'Prénom;Nom ou raison sociale;IBAN',
  'Contact first name;Contact last name;IBAN',
  'Nombre;Apellidos del titular;IBAN',
  'Nombre;1º Apellido;IBAN',
  'Όνομα;Επώνυμο;IBAN',
  'Ime;Priimek;IBAN',
  'Utónév;Családnév;IBAN',
])('%s: never sends half a name', (header) => {
  expect(payees(bytes(lines(header, `Anna;Berg;${DE}`, `Jan;Bakker;${NL}`)))).toEqual([
    ['Anna Berg', DE],
    ['Jan Bakker', NL],
  ])
})

test.each([
  ['Vorname;Nachname;Name des Kontoinhabers;IBAN', 'Uwe;Ott;Anna Berg'],
  ['Company;Contact first name;Contact last name;IBAN', 'Anna Berg;Uwe;Ott'],
  ['Nom;Prénom;Nom du conjoint;Prénom du conjoint;IBAN', 'Berg;Anna;Ott;Uwe'],
  ['Nom du manager;Prénom du manager;Nom du salarié;Prénom du salarié;IBAN', 'Ott;Uwe;Berg;Anna'],
  ['First name;Name;Last modified;IBAN', 'Anna;Berg;2026-01-01'],
  ['Name;Recipient type;Recipient bank country;IBAN', 'Anna Berg;COMPANY;FRANCE'],
  ['Customer;Contact first name;Contact last name;IBAN', 'Anna Berg;Uwe;Ott'],
  ['Auftraggeber / Begünstigter;Verwendungszweck;IBAN', 'Anna Berg;Miete März'],
  ['Name;Last editor;IBAN', 'Anna Berg;Ott'],
  ['First and last name;Last contact;IBAN', 'Anna Berg;Uwe Ott'],
])('%s: finds the name of the payee, not of another person', (header, cells) => {
  expect(payees(bytes(lines(header, `${cells};${DE}`)))).toEqual([['Anna Berg', DE]])
})

test('every phrase of the lexicon is written as headers are compared, so that it can be found', () => {
  const phrases: string[] = Object.values(lexicon).flat()
  expect(phrases.filter((phrase) => normaliseHeader(phrase) !== phrase)).toEqual([])
})
