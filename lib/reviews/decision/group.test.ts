import { expect, test } from 'vitest'
import { diffNames } from '@/lib/names/compare'
import { groupable } from './group'

const item = (submitted: string, registered: string) => ({
  matchResult: 'close_match' as const,
  comparison: diffNames(submitted, registered),
})

test.each([
  ['JEAN DUPONT', 'Jean Dupont'],
  ['Dr. Anna Rossi', 'Anna Rossi'],
  ['Lindqvist Sofia', 'SOFIA LINDQVIST'],
])('%s / %s may be approved in a group: only the spelling differs', (submitted, registered) => {
  expect(groupable(item(submitted, registered))).toBe(true)
})

test.each([
  ['Jean Dupont', 'Jean Michel Dupont'],
  ['JEAN DUPOND', 'Jean Dupont'],
  ['Muster Logistik AG', 'Muster Logistik GmbH'],
  ['Jean & Marie Dupont', 'JEAN MARIE DUPONT'],
  ['Jean Dupont', 'Jean Dupont'],
])('%s / %s is decided on its own', (submitted, registered) => {
  expect(groupable(item(submitted, registered))).toBe(false)
})

test.each(['no_match', 'account_not_verifiable', 'match'] as const)(
  'an item with the result %s, or without the bank’s name, is decided on its own',
  (matchResult) => {
    expect(groupable({ ...item('JEAN DUPONT', 'Jean Dupont'), matchResult } as never)).toBe(false)
    expect(groupable({ matchResult: 'close_match', comparison: null })).toBe(false)
  },
)
