import { describe, expect, test } from 'vitest'
import { bytes, DE, ES, FR, groupIban, IT, lines, NL, payees } from '@/lib/tables/testing/lists'

describe('a list made by', () => {
  test.each<[string, Uint8Array, string[][]]>([
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
          `A One;${groupIban(FR, '  ')}`,
          `B Two;${groupIban(DE, '\u00a0')}`,
          `C Three;${groupIban(NL, '.').toLowerCase()}`,
          `D Four;IBAN: ${groupIban(IT, '\u202f')}`,
          `E Five;"${groupIban(ES, '-')} "`,
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
    [
      'a supplier list with two lines of titles that say as much',
      bytes(
        lines(
          'Supplier;Supplier;Bank;Bank',
          'Number;Name;Account;Name',
          `1;Nord SAS;${FR};BNP Paribas`,
          `2;Uwe Bauer;${DE};Deutsche Bank`,
        ),
      ),
      [
        ['Nord SAS', FR],
        ['Uwe Bauer', DE],
      ],
    ],
    [
      'somebody who changed accounts: the new one counts',
      bytes(lines('Nom;Ancien IBAN;Nouvel IBAN', `Jean Dupont;${ES};${FR}`, `Uwe Bauer;${NL};${DE}`)),
      [
        ['Jean Dupont', FR],
        ['Uwe Bauer', DE],
      ],
    ],
    [
      'a header that spells IBAN out, between no-break spaces',
      bytes(lines('\u00a0Nom\u00a0;\u00a0I B A N\u00a0;B.I.C.', `Jean Dupont;${FR};AGRIFRPP`)),
      [['Jean Dupont', FR]],
    ],
    [
      'a program of DOS, with its end sign',
      bytes(`${lines('Name;IBAN', `Jean Dupont;${FR}`)}\u001a`),
      [['Jean Dupont', FR]],
    ],
    [
      'a short list in which one row is the other way round',
      bytes(lines('Name;IBAN', `Jean Dupont;${FR}`, `${DE};Uwe Bauer`, `Anna Rossi;${IT}`)),
      [
        ['Jean Dupont', FR],
        ['Anna Rossi', IT],
      ],
    ],
    [
      'somebody who quoted delimiters in the lines before the header',
      bytes(lines('"Export; 2026; me"', '"Filter: a,b,c"', 'Name;IBAN', `Jean Dupont;${FR}`)),
      [['Jean Dupont', FR]],
    ],
    [
      'a program with line breaks in the header',
      bytes(`Nom;"IBAN\n(27 caractères)";"Montant\r\nEUR"\r\nJean Dupont;${FR};1\r\n`),
      [['Jean Dupont', FR]],
    ],
    [
      'SEP= in capitals after a mark, the name in quotes',
      bytes(`SEP=,\nName,IBAN\n"Dupont, Jean",${FR}\n`, 'utf-8', [0xef, 0xbb, 0xbf]),
      [['Dupont, Jean', FR]],
    ],
  ])('%s', (_, file, expected) => {
    expect(payees(file)).toEqual(expected)
  })
})

test('columns are found by rows of the whole file, also when only the second half has accounts', () => {
  const rows = Array.from({ length: 598 }, (_, n) => `Payee No ${n};${n < 320 ? '' : DE}`)
  expect(payees(bytes(lines('A;B', ...rows)))).toHaveLength(278)
})
