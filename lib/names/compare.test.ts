import { describe, expect, it } from 'vitest'
import { diffNames } from './compare'

/** The proved pairs of the interface brief: submitted, bank records, types in order of detection. */
const PAIRS: [string, string, string[]][] = [
  ['Jean Dupond', 'Jean Michel Dupont', ['missing_name', 'spelling']],
  ['JEAN DUPONT', 'Jean Dupont', ['capital_letters']],
  ['Oskar Weiss', 'Oskar Weiß', ['accent']],
  ['Juergen Mueller', 'Jürgen Müller', ['accent']],
  ['Jurgen Muller', 'Jürgen Müller', ['accent']],
  ['Lukasz Sorensen', 'Łukasz Sørensen', ['accent']],
  ['Jean-Michel Dupont', 'Jean Michel Dupont', ['punctuation']],
  ["O'Brien Maeve", 'Maeve OBrien', ['word_order', 'punctuation']],
  ['Lindqvist Sofia', 'Sofia Lindqvist', ['word_order']],
  ['J. de Boer', 'Johannes de Boer', ['initial']],
  ['Hartmann & Söhne KG', 'Hartmann und Söhne KG', ['abbreviation']],
  ['Muster Logistik', 'Muster Logistik GmbH', ['legal_form_missing']],
  ['Muster Logistik AG', 'Muster Logistik GmbH', ['legal_form_different']],
  ['Dr. Anna Rossi', 'Anna Rossi', ['title']],
  ['Anna Rossi Bianchi', 'Anna Rossi', ['extra_name']],
  ['Acme Kitchen', 'Food Group S.r.l.', ['trading_name']],
  ['Elena García Ruiz', 'Pedro Navarro', ['different_name']],
  ['Anna Rossi', 'Anna Rossi et Marco Bianchi', ['joint_account']],
  ['Societe Generale de Construction', 'Societe Generale de Construction et de Travaux Publics', ['cut_off']],
  ['Jhon Smith', 'John Smith', ['spelling']],
  ['Ana Roa', 'Ana Rua', ['spelling']],
  ['Kowalski Transport', 'Kowalski Transport Sp. z o.o.', ['legal_form_missing']],
  ['Atelier Nord SAS', 'Atelier Nord SAS', []],
  ['Martin Paul', 'Paul Martins', ['word_order', 'spelling']],
  ['Saint Gobain', 'St Gobain', ['abbreviation']],
  ['Bright Harbour Limited', 'Bright Harbour Ltd', ['abbreviation']],
  ['Maria Jose Ibanez', 'María José Ibáñez', ['accent']],
  ['de la Cruz Maria', 'Maria De La Cruz', ['word_order', 'capital_letters']],
  ['Li Na', 'Li Wu', ['different_word']],
  ['Smith', 'John Smith', ['missing_name']],
  ['Voorbeeld BV', 'Voorbeeld B.V.', ['punctuation']],
  ['Acme SAS', 'Acme S.A.S.', ['punctuation']],
  ['Marie Durand', 'Marie Martin Durand', ['missing_name']],
  ['Marie Martin', 'Marie Durand', ['different_word']],
  ['André & Fils SARL', 'Andre et Fils', ['accent', 'abbreviation', 'legal_form_missing']],
  ['Παπαδόπουλος Γιώργος', 'Γιώργος Παπαδοπουλος', ['word_order', 'accent']],
]

const types = (a: string, b: string) => diffNames(a, b).differences.map(({ type }) => type)

describe('diffNames', () => {
  it.each(PAIRS)('%s / %s gives exactly the listed types in order', (submitted, registered, expected) => {
    expect(types(submitted, registered)).toEqual(expected)
  })
})
