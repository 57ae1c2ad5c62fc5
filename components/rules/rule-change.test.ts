import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { RulesView } from '@/lib/reviews/rules/rules'
import { rulesQuery } from './queries'
import { changeOptions } from './use-rules'

afterEach(() => vi.unstubAllGlobals())

const stored = { items: [], policy: 'one', askReason: false } as unknown as RulesView
const shown = { policy: 'two' } as Partial<RulesView>

/** What the page knows after this change, when nothing can be read again. */
async function after(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  const client = new QueryClient()
  client.setQueryData(rulesQuery.queryKey, stored)
  const options = changeOptions(client, { saved: () => {}, failed: () => {} })
  await new MutationObserver(client, options).mutate({ url: '/', method: 'PUT', shown }).catch(() => {})
  return client.getQueryData(rulesQuery.queryKey)
}

it('a setting that was not saved is not shown as stored, also when the server cannot be asked', async () => {
  expect(await after(() => Promise.reject(new TypeError('offline')))).toEqual(stored)
  expect(await after(async () => Response.json({}))).toEqual({ ...stored, ...shown })
})
