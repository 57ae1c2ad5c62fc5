import { expect, test } from 'vitest'
import { startSession } from './session'

test('keeping the first of each pair keeps the first row that is not skipped', async () => {
  const file = new TextEncoder().encode(`Name,IBAN\n${'Nord GmbH,DE89370400440532013000\n'.repeat(4)}`)
  const asked = { fileName: 'list.csv', title: 'List', options: {}, map: null, skipped: [1], edits: [] }
  const session = startSession(file, asked)
  if ('problem' in session) throw new Error(session.problem)
  await session.check(async () => true)
  expect(session.skip('repeats', true)).toMatchObject({ kept: 1, toVerify: 1 })
  expect([...session.work.skipped].sort()).toEqual([1, 3, 4])
})
