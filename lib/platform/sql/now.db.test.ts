import { afterEach, expect, it, vi } from 'vitest'
import { poolExecutor } from '@/lib/platform/db.server'
import { pageNow } from '@/lib/platform/sql/now.server'

afterEach(() => vi.useRealTimers())

it('a page has the time of the database, and that of its process while there is none', async () => {
  const real = Date.now()
  const wrong = real + 7_200_000
  vi.useFakeTimers({ toFake: ['Date'], now: wrong })
  expect((await pageNow()).getTime() - real).toBeLessThan(3_600_000)
  const down = { ...poolExecutor, $queryRaw: () => Promise.reject(new Error('no database')) }
  expect((await pageNow(down)).getTime()).toBe(wrong)
})
