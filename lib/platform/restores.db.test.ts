import { afterEach, expect, it, vi } from 'vitest'
import { addRestore, restoresSetting } from '@/lib/platform/restores.server'

afterEach(() => vi.useRealTimers())

it('a restore is later than its backup and added once, whatever the clock of the host', async () => {
  const madeAt = new Date(Date.now() - 60_000).toISOString()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7_200_000 })
  for (const _ of [1, 2]) await addRestore(madeAt)
  const restores = await restoresSetting.read()
  expect(restores.map(({ restoredAt }) => restoredAt >= madeAt)).toEqual([true])
  const ahead = new Date(Date.now() + 86_400_000).toISOString()
  for (const _ of [1, 2]) await addRestore(ahead)
  expect((await restoresSetting.read()).map((each) => each.madeAt)).toEqual([madeAt, ahead])
})
