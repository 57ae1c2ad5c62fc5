import { describe, expect, it } from 'vitest'
import type { postSingle } from './client.server'
import { checkPayload, parseBulk, parseVerification, readItems, type SandboxPayload } from './contract'

const ID = '7d8e9c7a-0000-4000-8000-000000000001'

describe('the provider’s response bodies', () => {
  it('accept as counts only integers from 0 to the largest batch', () => {
    const bulk = parseBulk({
      id: ID,
      status: 'done',
      total_items: '5',
      completed_items: -1,
      failed_items: 1.5,
      rejected_items: 2 ** 60,
    })
    expect(bulk).toMatchObject({
      status: null,
      totalItems: null,
      completedItems: null,
      failedItems: null,
      rejectedItems: null,
    })
    expect([2_000, 2_001].map((n) => parseBulk({ id: ID, rejected_items: n })?.rejectedItems)).toEqual([
      2_000,
      null,
    ])
    expect(parseBulk({ id: ID, status: 'accepted', total_items: 5 })).toMatchObject({
      status: 'accepted',
      totalItems: 5,
    })
  })

  it('are rejected without a UUID', () => {
    for (const body of [null, [], {}, { id: '5' }, 'x']) {
      expect([parseVerification(body), parseBulk(body), readItems(body)]).toEqual([null, null, null])
    }
  })

  it('name a batch by the same ID in capitals and in small letters', () => {
    expect(parseBulk({ id: ID.toUpperCase() })).toMatchObject({ id: ID, createdAt: null })
  })

  it('give items an index only when it is an integer from 0', () => {
    const items = [{ index: 0, status: 'pending' }, { index: '1' }, { index: -1 }, 'x', { index: 1e9 }]
    const page = readItems({ id: ID, items, pagination: { current_page: 1, total_pages: '2' } })
    expect(page?.items?.map((item) => item.index)).toEqual([0, null, null, null, 1e9])
    expect(page?.pagination).toEqual({ currentPage: 1, perPage: null, totalPages: null })
    expect(readItems({ id: ID, items: {} })?.items).toBeNull()
  })

  it('have as items no more than the largest batch', () => {
    const pageOf = (length: number) => readItems({ id: ID, items: Array.from({ length }, () => ({})) })
    expect(pageOf(2_000)?.items).toHaveLength(2_000)
    expect(pageOf(2_001)?.items).toBeNull()
  })

  it('of the paid path have no field for a forced outcome', () => {
    type Paid = Parameters<typeof postSingle>[1]
    const forced: SandboxPayload = { ...checkPayload('FR76', 'x'), sandbox_result: 'match' }
    // @ts-expect-error the payload type of the live API has no such field
    const paid: Paid = forced
    expect(paid).toBe(forced)
    expect(checkPayload('FR76', 'x')).toEqual({ account: { iban: 'FR76' }, account_holder: { name: 'x' } })
  })
})
