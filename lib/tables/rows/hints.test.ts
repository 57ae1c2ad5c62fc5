import { describe, expect, test } from 'vitest'
import { bytes, checked, DE, FR, lines } from '@/lib/tables/testing/lists'

describe('values other than an IBAN are recognised', () => {
  const hints = (header: string, ...rows: string[]) =>
    checked(bytes(lines(header, ...rows))).map(({ problems }) => problems[0]?.hint)

  test('BIC in the same column', () => {
    expect(hints('Name;IBAN/BIC', `Jean Dupont;${FR} / AGRIFRPP`, `Uwe Bauer;${DE} DEUTDEFF`)).toEqual([
      'iban_and_bic',
      'iban_and_bic',
    ])
  })

  test('spreadsheet errors and empty markers in every language, even when no cell is an IBAN', () => {
    const cells = ['#N/A', '#REF!', '#¡REF!', '#BEZUG!', '#ЗНАЧ!', '#NOM?', '#DIV/0!', '######']
    cells.push('k.A.', 'tbd', 'N/A', 'null', 'TRUE', '-', '0')
    const found = hints('Name;IBAN', ...cells.map((cell) => `Jean Dupont;${cell}`))
    expect(found).toEqual(cells.map(() => 'iban_placeholder'))
  })

  test.each([
    'TOTAL',
    'Total général',
    'Sous-total :',
    'Summe: 3',
    'Gesamtsumme',
    'Zwischensumme EUR',
    'Saldo',
    'Razem',
    'Celkem',
    'Összesen',
    'Suma total',
    'Totale generale',
    'Eindtotaal',
    'Total a pagar',
    'Übertrag:',
    'À reporter',
    'Suma y sigue',
    'Carried forward',
    'Anzahl Zahlungen: 2',
    'Number of payments: 2',
    'Control total',
    // of spreadsheets: sums of groups, and of pivot tables
    'Gesamtergebnis',
    'Totale complessivo',
    'Suma końcowa',
    'Celkový součet',
    'Celkový súčet',
    'Végösszeg',
    'Totalsumma',
    'Hovedtotal',
    'Totalt',
    'Γενικό άθροισμα',
    'Общ сбор',
    'Ukupni zbroj',
    'Skupna vsota',
    'Üldkokkuvõte',
    'Bendra suma',
    'Kopsumma',
    '(2 rows affected)',
  ])('%s is a line of totals', (words) => {
    expect(hints('Name;IBAN;Montant', `Jean Dupont;${FR};1`, `${words};;1`)).toEqual([undefined, 'total_row'])
  })

  test.each([
    'Total France SA',
    'Summertime Ltd',
    'Saldo Consult GmbH',
    'Reporter Ltd',
    'Total Control Ltd',
    'Ergebnis Consult',
  ])('%s is a company', (name) => {
    expect(hints('Name;IBAN', `Jean Dupont;${FR}`, `${name};`)).toEqual([undefined, undefined])
  })
})
