import { expect, test } from 'vitest'
import { checkedSession } from './testing/checked-session'

test('keeping the first of each pair keeps the first row that is not skipped', async () => {
  const file = `Name,IBAN\n${'Nord GmbH,DE89370400440532013000\n'.repeat(4)}`
  const session = await checkedSession(file, { skipped: [1] })
  expect(session.skip('repeats', true)).toMatchObject({ kept: 1, toVerify: 1 })
  expect([...session.work.skipped].sort()).toEqual([1, 3, 4])
})
