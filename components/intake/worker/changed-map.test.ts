import { expect, test } from 'vitest'
import { checkedSession } from './testing/checked-session'

const FILE = [
  'Ansprechpartner;Name;IBAN',
  'UWE BAUER;Nord GmbH;DE89370400440532013000',
  'LEA PETIT;Sud SARL;FR76300060000112345678901',
].join('\n')

const mapOf = (name: number) => ({ iban: 2, name: [name], instead: [], reference: null, note: null })

test('names that were changed in one column are not sent when another one is chosen as the name', async () => {
  const session = await checkedSession(FILE, { map: mapOf(0) })
  expect(session.properNames().rows).toBe(2)
  session.edit(2, { iban: 'FR7630006000011234567890189' })
  session.setMap(mapOf(1))
  await session.check(async () => true)
  expect([...session.checkedRows()].map(({ name, iban }) => [name, iban])).toEqual([
    ['Nord GmbH', 'DE89370400440532013000'],
    ['Sud SARL', 'FR7630006000011234567890189'],
  ])
  expect(session.summary()).toMatchObject({ edited: 1, undo: 0, redo: 0 })
})
