import { expect, it } from 'vitest'
import type { Database } from '../database'
import { findItems } from './read'

/** A database with one bulk of this size, and the range of items it was asked for. */
function databaseWith(total: number) {
  const range: unknown[] = []
  const row = {
    id: 'b',
    total_items: total,
    completed_items: 0,
    failed_items: 0,
    rejected_items: 0,
    in_progress_items: total,
    created_at: new Date(0),
    started: false,
  }
  const query = async (text: string, values: unknown[] = []) => {
    if (text.includes('FROM service.bulks')) return { rows: [row] }
    if (text.includes('item_index >=')) range.push(...values.slice(1))
    return { rows: [] }
  }
  const database = { connect: async () => ({ query, release() {} }) } as unknown as Database
  return { database, range }
}

it.each([
  { total: 1, page: 1, pages: 1, next: false },
  { total: 100, page: 1, pages: 1, next: false },
  { total: 101, page: 1, pages: 2, next: true },
  { total: 200, page: 2, pages: 2, next: false },
  { total: 2000, page: 19, pages: 20, next: true },
  { total: 2000, page: 20, pages: 20, next: false },
  { total: 2000, page: 21, pages: 20, next: false },
])(
  'page $page of $total items (2.6): $pages pages, the next one $next',
  async ({ total, page, pages, next }) => {
    const { database, range } = databaseWith(total)
    expect(await findItems(database, 'c', 'b', page)).toMatchObject({
      pagination: {
        current_page: page,
        per_page: 100,
        total_items: total,
        total_pages: pages,
        has_next_page: next,
      },
    })
    expect(range).toEqual([(page - 1) * 100, page * 100])
  },
)
