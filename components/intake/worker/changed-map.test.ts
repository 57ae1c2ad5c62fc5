import { expect, test } from 'vitest'
import { checkedSession } from './testing/checked-session'

const FILE = [
  'Ansprechpartner;Name;IBAN',
  'UWE BAUER;Nord GmbH;DE89370400440532013000',
  'LEA PETIT;Sud SARL;FR76300060000112345678901',
].join('\n')

const sessionOf = (map: { iban: number; name: number[] }) =>
  checkedSession(FILE, { map: { ...map, instead: [], reference: null, note: null } })

test('names that were changed in one column are not sent when another one is chosen as the name', async () => {
  const session = await sessionOf({ iban: 2, name: [0] })
  expect(session.properNames().rows).toBe(2)
  session.edit(2, { iban: 'FR7630006000011234567890189' })
  session.setMap({ iban: 2, name: [1], instead: [], reference: null, note: null })
  await session.check(async () => true)
  expect([...session.checkedRows()].map(({ name, iban }) => [name, iban])).toEqual([
    ['Nord GmbH', 'DE89370400440532013000'],
    ['Sud SARL', 'FR7630006000011234567890189'],
  ])
  expect(session.summary()).toMatchObject({ edited: 1, undo: 0, redo: 0 })
})
