import { expect, test } from 'vitest'
import { bytes, DE, FR, lines, NL, payees } from '@/lib/tables/testing/lists'

test.each<[string, string[], string[]]>([
  [
    'of companies, people and payees of neither kind in DATEV',
    [
      'Name (Adressattyp Unternehmen);Name (Adressattyp natürl. Person);Vorname (Adressattyp natürl. Person);Name (Adressattyp keine Angabe)',
      'Müller GmbH;;;',
      ';Dupont;Zoé;',
      ';;;Verein der Freunde',
    ],
    ['Müller GmbH', 'Zoé Dupont', 'Verein der Freunde'],
  ],
  [
    'of companies, where people have columns of their own',
    ['Naam;Voorletters;Voorvoegsel;Achternaam', 'Jansen BV;;;', ';P.J.;van der;Berg', ';A.;;Smit'],
    ['Jansen BV', 'P.J. van der Berg', 'A. Smit'],
  ],
  [
    'of people, also where a short name is beside some of them',
    ['Naam;Voornaam;Achternaam', 'Piet;Pieter;Berg', ';Anna;Smit', ';Jan;Bakker'],
    ['Pieter Berg', 'Anna Smit', 'Jan Bakker'],
  ],
])('finds the names %s', (_, [header, ...rows], names) => {
  const ibans = [FR, NL, DE]
  const file = lines(`${header};IBAN`, ...rows.map((row, index) => `${row};${ibans[index]}`))
  expect(payees(bytes(file))).toEqual(names.map((name, index) => [name, ibans[index]]))
})
