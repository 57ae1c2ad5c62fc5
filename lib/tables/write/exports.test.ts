import { describe, expect, test } from 'vitest'
import { bytes, CZ, DE, ES, FR, groupIban, IT, lines, NL, PL, PT, payees } from '@/lib/tables/testing/lists'

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
          `1;5250007313;Zażółć Gęślą Sp. z o.o.;${groupIban(PL, ' ')};"1 200,50"`,
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
          `21;João Conceição, Lda.;500000000;${groupIban(PT, ' ')};${ES}`,
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
  ])('%s', (_, file, expected) => {
    expect(payees(file)).toEqual(expected)
  })
})
