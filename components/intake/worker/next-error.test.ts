import { expect, test } from 'vitest'
import { checkedSession } from './testing/checked-session'

const FILE = ['Nom;IBAN', 'Anna;', 'Uwe;DE89370400440532013000', 'Lea;FR76', 'Jan;BE'].join('\n')

test('the next row with an error is after this one, then from the top, without rows that are left out', async () => {
  const session = await checkedSession(FILE)
  const next = (after: number) => session.nextError(after)?.row
  expect([next(0), next(1), next(2), next(3), next(4)]).toEqual([1, 3, 3, 4, 1])
  session.skip([3], true)
  expect([next(1), next(4)]).toEqual([4, 1])
  session.skip([1], true)
  expect([session.nextError(4), next(0)]).toEqual([null, 4])
})

test('the next row with an error has its place in the listed rows', async () => {
  const session = await checkedSession(FILE)
  session.list({ show: 'errors', kind: null })
  expect([1, 3, 4].map((row) => session.nextError(row))).toEqual([
    { row: 3, index: 1 },
    { row: 4, index: 2 },
    { row: 1, index: 0 },
  ])
})
