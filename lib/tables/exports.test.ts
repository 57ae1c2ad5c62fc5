import { describe, expect, test } from 'vitest'
import { guessColumns } from './columns'
import { readFile } from './readFile'
import { checkRows } from './relations'
import { type Encoding, encode } from './text/encoding'

/** Lists as accounting and payment programs really write them: what is in them is made up, how they are made is not. */

const FR = 'FR7630006000011234567890189'
const DE = 'DE89370400440532013000'
const NL = 'NL91ABNA0417164300'
const IT = 'IT60X0542811101000000123456'
const PL = 'PL61109010140000071219812874'
const CZ = 'CZ6508000000192000145399'
const PT = 'PT50000201231234567890154'
const ES = 'ES9121000418450200051332'

const bytes = (text: string, encoding: Encoding = 'utf-8', mark: number[] = []) =>
  Uint8Array.from([...mark, ...encode(text, encoding)])

const run = (file: Uint8Array) => {
  const table = readFile(file)
  if ('problem' in table) throw new Error(`${table.problem} in line ${table.line}`)
  const map = guessColumns(table)
  return { table, map, ...checkRows(table, map) }
}

/** Name and IBAN of the rows that can be sent. */
const payees = (file: Uint8Array) =>
  run(file)
    .rows.filter(({ problems }) => problems.length === 0)
    .map(({ name, iban }) => [name, iban])

const grouped = (iban: string, by: string) => iban.replace(/(.{4})(?=.)/g, `$1${by}`)
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`

describe('a list from', () => {
  test.each<[string, Uint8Array, string[][]]>([
    [
      'SAP with German headers, in windows-1252',
      bytes(
        lines(
          'Lieferant;Buchungskreis;Name 1;Name 2;Ort;Land;Bankland;Bankschlüssel;Bankkonto;IBAN;Kontoinhaber',
          `0000100020;1000;Müller Fördertechnik;GmbH & Co. KG;Köln;DE;DE;37040044;532013000;${DE};`,
          `0000100021;1000;Société Générée;;Lyon;FR;FR;3000600001;12345678901;${FR};Jean Dupont`,
        ),
        'windows-1252',
      ),
      [
        ['Müller Fördertechnik GmbH & Co. KG', DE],
        ['Jean Dupont', FR],
      ],
    ],
    [
      'SAP as an unconverted list with rules between the lines',
      bytes(
        lines(
          'Liste Kreditoren                                            Seite 1',
          '',
          '-----------------------------------------------------------------',
          '| Kreditor | Name              | IBAN                           |',
          '-----------------------------------------------------------------',
          `| 100020   | Müller Technik    | ${DE}         |`,
          `| 100021   | Jean Dupont       | ${FR}    |`,
          '-----------------------------------------------------------------',
        ),
      ),
      [
        ['Müller Technik', DE],
        ['Jean Dupont', FR],
      ],
    ],
    [
      'DATEV with a record before the header and rows of persons and companies',
      bytes(
        lines(
          '"EXTF";700;16;"Debitoren/Kreditoren";5;20260131120000000;;"RE";"";"";29098;55003;20260101;4;;;"";"";;',
          'Konto;Name (Adressattyp Unternehmen);Unternehmensgegenstand;Name (Adressattyp natürl. Person);Vorname (Adressattyp natürl. Person);Bankleitzahl 1;Bankbezeichnung 1;Bank-Kontonummer 1;IBAN-Nr. 1;SWIFT-Code 1;IBAN-Nr. 2',
          `70001;"Weiß & Söhne GmbH";;;;37040044;Commerzbank;532013000;${DE};COBADEFFXXX;`,
          `70002;;;"Bauer";"Uwe";;;;${NL};ABNANL2A;`,
        ),
        'windows-1252',
      ),
      [
        ['Weiß & Söhne GmbH', DE],
        ['Uwe Bauer', NL],
      ],
    ],
    [
      'Sage, separated by pipes, with an own account in every row',
      bytes(
        lines(
          'N° tiers|Intitulé|Abrégé|Compte émetteur|Domiciliation|RIB / IBAN|BIC',
          `F0001|Boulangerie Martin|BOULMAR|${ES}|BNP PARIBAS|${FR}|BNPAFRPP`,
          `F0002|Atelier Nord, SAS|ATNORD|${ES}|ABN AMRO|${NL}|ABNANL2A`,
        ),
        'windows-1252',
      ),
      [
        ['Boulangerie Martin', FR],
        ['Atelier Nord, SAS', NL],
      ],
    ],
    [
      'a Polish program, in windows-1250',
      bytes(
        lines(
          'Kontrahent;NIP;Nazwa odbiorcy;Numer rachunku;Kwota',
          `1;5250007313;Zażółć Gęślą Sp. z o.o.;${grouped(PL, ' ')};"1 200,50"`,
          `2;5250007314;Łukasz Wiśniewski;${PL};90,00`,
        ),
        'windows-1250',
      ),
      [
        ['Zażółć Gęślą Sp. z o.o.', PL],
        ['Łukasz Wiśniewski', PL],
      ],
    ],
    [
      'a Polish program that leaves out the country',
      bytes(lines('Nazwa;Rachunek;IBAN', `Nowak;${PL.slice(2)};${PL}`, `Kowal;${PL.slice(2)};${PL}`)),
      [
        ['Nowak', PL],
        ['Kowal', PL],
      ],
    ],
    [
      'a Czech program',
      bytes(
        lines(
          'Dodavatel;IČO;Číslo účtu;Název účtu;IBAN',
          `Dvořák s.r.o.;27074358;2000145399/0800;Dvořák s.r.o.;${CZ}`,
          `Růžička Jiří;27074359;2000145399/0800;Růžička Jiří;${CZ}`,
        ),
        'windows-1250',
      ),
      [
        ['Dvořák s.r.o.', CZ],
        ['Růžička Jiří', CZ],
      ],
    ],
    [
      'a Portuguese program',
      bytes(
        lines(
          'Código;Fornecedor;Contribuinte;IBAN do fornecedor;Conta a debitar',
          `21;João Conceição, Lda.;500000000;${grouped(PT, ' ')};${ES}`,
          `22;Café Açores;500000001;${FR};${ES}`,
        ),
        'windows-1252',
      ),
      [
        ['João Conceição, Lda.', PT],
        ['Café Açores', FR],
      ],
    ],
    [
      'an Italian program, surname first',
      bytes(
        lines(
          'Cognome,Nome,Coordinate IBAN,Note',
          `Rossi,Niccolò,${IT},"fine mese, urgente"`,
          `Verdi,Anna,${DE},`,
        ),
      ),
      [
        ['Niccolò Rossi', IT],
        ['Anna Verdi', DE],
      ],
    ],
    [
      'a Dutch bank with its own account first',
      bytes(
        lines(
          '"IBAN/BBAN";"Munt";"Naam tegenpartij";"Tegenrekening IBAN/BBAN";"Bedrag"',
          `"${NL}";"EUR";"Bakker & Zn";"${DE}";"-12,00"`,
          `"${NL}";"EUR";"Jean Dupont";"${FR}";"-9,00"`,
        ),
      ),
      [
        ['Bakker & Zn', DE],
        ['Jean Dupont', FR],
      ],
    ],
    [
      'an old Mac, with CR line ends',
      bytes(`Nom\tIBAN\rCafé Zoë\t${FR}\rÉlodie Sœur\t${NL}\r`, 'macintosh'),
      [
        ['Café Zoë', FR],
        ['Élodie Sœur', NL],
      ],
    ],
    [
      'a program that writes UTF-16BE without a mark',
      bytes(lines('Nom;IBAN', `Jürgen Groß;${DE}`, `Żaneta;${PL}`), 'utf-16be'),
      [
        ['Jürgen Groß', DE],
        ['Żaneta', PL],
      ],
    ],
    [
      'Excel: sep= line, a mark, and numbers written as formulas',
      bytes(
        lines('sep=,', 'Name,IBAN', `"=""Jean Dupont""","=""${FR}"""`, `Uwe,'${DE}`),
        'utf-8',
        [0xef, 0xbb, 0xbf],
      ),
      [
        ['Jean Dupont', FR],
        ['Uwe', DE],
      ],
    ],
    [
      'somebody who began with blank lines and a title, and ended with totals',
      bytes(
        lines(
          ';;;',
          '',
          'Zahlungsliste März;;;',
          'Stand: 31.03.2026;;;',
          ';;;',
          'Empfänger;IBAN;Betrag;Währung',
          `Uwe Bauer;${DE};12,00;EUR`,
          ';;;',
          `Jan de Boer;${NL};30,00;EUR`,
          'Summe;;42,00;EUR',
          'Saldo;;1.000,00;EUR',
          'Anzahl Sätze: 2;;;',
        ),
      ),
      [
        ['Uwe Bauer', DE],
        ['Jan de Boer', NL],
      ],
    ],
    [
      'a payment list with the debtor first',
      bytes(
        lines(
          'Debtor,Debtor IBAN,Creditor,Creditor IBAN,Amount',
          `Accord SA,${ES},Jean Dupont,${FR},10.00`,
          `Accord SA,${ES},Uwe Bauer,${DE},20.00`,
        ),
      ),
      [
        ['Jean Dupont', FR],
        ['Uwe Bauer', DE],
      ],
    ],
    [
      'two accounts whose headers both say IBAN, the own one first',
      bytes(
        lines(
          'Auftraggeber;IBAN;Empfänger;IBAN',
          `Accord SA;${ES};Jean Dupont;${FR}`,
          `Accord SA;${ES};Uwe Bauer;${DE}`,
          `Accord SA;${ES};Anna Rossi;${IT}`,
        ),
      ),
      [
        ['Jean Dupont', FR],
        ['Uwe Bauer', DE],
        ['Anna Rossi', IT],
      ],
    ],
    [
      'a personnel program, the name in three columns',
      bytes(
        lines(
          'Matricule;Civilité;Nom de famille;Prénom;IBAN',
          `001;M.;Dupont;Jean;${FR}`,
          `002;Mme;Lefèvre;Zoé;${NL}`,
        ),
      ),
      [
        ['Jean Dupont', FR],
        ['Zoé Lefèvre', NL],
      ],
    ],
    [
      'an English program with a middle name',
      bytes(
        lines(
          'First Name,Middle Name,Last Name,Account No,IBAN',
          `John,Paul,Smith,31926819,GB29NWBK60161331926819`,
          `Emma,,Byrne,12345678,${FR}`,
        ),
      ),
      [
        ['John Paul Smith', 'GB29NWBK60161331926819'],
        ['Emma Byrne', FR],
      ],
    ],
    [
      'somebody who typed groups of four with several spaces, no-break spaces, dots and small letters',
      bytes(
        lines(
          'Payee;IBAN',
          `A One;${grouped(FR, '  ')}`,
          `B Two;${grouped(DE, '\u00a0')}`,
          `C Three;${grouped(NL, '.').toLowerCase()}`,
          `D Four;IBAN: ${grouped(IT, '\u202f')}`,
          `E Five;"${grouped(ES, '-')} "`,
        ),
      ),
      [
        ['A One', FR],
        ['B Two', DE],
        ['C Three', NL],
        ['D Four', IT],
        ['E Five', ES],
      ],
    ],
    [
      'addresses with line breaks in quotes, mixed line ends',
      bytes(
        `"Nom";"Adresse";"IBAN"\r\n"Jean ""Jo"" Dupont";"1, rue\n69001 Lyon";"${FR}"\n"Uwe";"a\r\nb";"${DE}"\r`,
      ),
      [
        ['Jean "Jo" Dupont', FR],
        ['Uwe', DE],
      ],
    ],
    [
      'a spreadsheet with a trailing delimiter on every line and one header for it less',
      bytes(lines('Nom;IBAN', `Jean Dupont;${FR};`, `Uwe;${DE};`)),
      [
        ['Jean Dupont', FR],
        ['Uwe', DE],
      ],
    ],
    [
      'a program that wraps names in commas without quotes and separates by tabs',
      bytes(lines('Beneficiary\tIBAN\tBIC', `Nord, Sud, Est & Co\t${FR}\tBNPAFRPP`, `Smith, John\t${DE}\tX`)),
      [
        ['Nord, Sud, Est & Co', FR],
        ['Smith, John', DE],
      ],
    ],
    [
      'a list whose bank names come before the names',
      bytes(
        lines(
          'Bank;Name;BIC;IBAN',
          `Deutsche Bank;Uwe Bauer;DEUTDEFF;${DE}`,
          `ABN AMRO;Jan de Boer;ABNANL2A;${NL}`,
        ),
      ),
      [
        ['Uwe Bauer', DE],
        ['Jan de Boer', NL],
      ],
    ],
    [
      'a second header in the middle, after a page break',
      bytes(lines('Nom;IBAN', `Jean;${FR}`, '\f', 'Nom;IBAN', `Uwe;${DE}`, 'Page 2 / 2;')),
      [
        ['Jean', FR],
        ['Uwe', DE],
      ],
    ],
    [
      'headers over two lines, units below the names',
      bytes(lines('Créancier;Compte;Montant', '(nom);(IBAN);(EUR)', `Jean;${FR};1`, `Uwe;${DE};2`)),
      [
        ['Jean', FR],
        ['Uwe', DE],
      ],
    ],
  ])('%s', (_, file, expected) => {
    expect(payees(file)).toEqual(expected)
  })
})
