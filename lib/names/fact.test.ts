import { expect, test } from 'vitest'
import { diffNames } from './compare'
import { consequenceKey, factKey, typeKey } from './fact'

const differences = (submitted: string, registered: string) => diffNames(submitted, registered).differences

test.each([
  ['JEAN DUPONT', 'Jean Dupont', ['capital_letters.alone']],
  [
    'Annemarie Petit',
    'Anne Marie Petitt',
    ['capital_letters.beside', 'punctuation.beside', 'spelling.added'],
  ],
  ['Maria Jose Ibanez', 'María José Ibáñez', ['accent.letters']],
  ['MARIA IBANEZ', 'María Ibáñez', ['capital_letters.beside', 'accent.beside']],
  ['Nikolaos Dimitriou', 'Νικόλαος Δημητρίου', ['accent.plain']],
  ['Muster Logistik', 'Muster Logistik GmbH', ['legal_form_missing.submitted']],
  ['Muster Logistik GmbH', 'Muster Logistik', ['legal_form_missing.registered']],
  ['Dr. Anna Rossi', 'Anna Rossi', ['title.one']],
  ['Prof. Dr. Anna Rossi', 'Anna Rossi', ['title.many']],
  ['Jean Dupont', 'Jean Michel Dupont', ['missing_name.one']],
  ['Elena Ruiz', 'Elena Maria Ruiz Gómez', ['missing_name.many']],
  ['Anna Rossi Bianchi', 'Anna Rossi', ['extra_name.one']],
  ['Lindqvist Sofia', 'Sofia Lindqvist', ['word_order.alone']],
  ['Ruiz Carmen', 'Carmen Ruiz Gómez', ['word_order.beside', 'missing_name.one']],
  ['Jhon Smith', 'John Smith', ['spelling.swapped']],
  ['Ana Roa', 'Ana Rua', ['spelling.one']],
  ['Jon Smit', 'John Smith', ['spelling.many']],
])('%s / %s has the sentences %j: “only” is said of a single difference', (submitted, registered, keys) => {
  const all = differences(submitted, registered)
  expect(all.map((each) => factKey(each, all))).toEqual(keys)
})

test.each([
  ['Jean Dupont', 'Jean Michel Dupont', 'missing_name.person', 'missing_name'],
  ['Anna Rossi Bianchi', 'Anna Rossi', 'extra_name.person', 'extra_name'],
  ['The Byrne Trust', 'The Byrne Distribution Trust', 'word', 'missing_word'],
  ['Garage Renard du Nord', 'Garage Renard', 'word', 'extra_word'],
  ['Brouwerij Linde NV', 'Brouwerij De Linde NV', 'missing_name.article', 'missing_word'],
  ['Brouwerij De Linde NV', 'Brouwerij Linde NV', 'extra_name.article', 'extra_word'],
  ['Société de Construction', 'Société de Construction et de Travaux', 'cut_off.company', 'cut_off'],
  ['Maximilian Alexander Kern', 'Maximilian Alexander Kern-Roth', 'cut_off.person', 'cut_off'],
  ['Acme SAS', 'Acme S.A.S.', 'form', 'punctuation'],
  ['Muster Logistik AG', 'Muster Logistik GmbH', 'legal_form_different', 'legal_form_different'],
])('%s / %s: a word of a person or of a company means %s, and is called %s', (...given) => {
  const [submitted, registered, consequence, type] = given
  const [difference] = differences(submitted, registered)
  if (difference === undefined) throw new Error('no difference')
  expect([consequenceKey(difference), typeKey(difference)]).toEqual([consequence, type])
})
