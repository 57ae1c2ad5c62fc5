import { type Database, type Sql, transaction } from '../database'
import { outcomeMembers } from '../verifications/record'

/** Items per page (section 2.5 shows index 100 as the first of page 2). */
export const PAGE_SIZE = 100

/** The bulk object of section 2.4. */
export type BulkResource = {
  id: string
  status: 'accepted' | 'processing' | 'completed'
  total_items: number
  completed_items: number
  failed_items: number
  rejected_items: number
  in_progress_items: number
  created_at: string
}

type BulkCounts = Omit<BulkResource, 'status' | 'created_at'> & { created_at: Date; started: boolean }

/**
 * Counts the items of a client's bulk; undefined when it has no such bulk. All counters come from one query, so they
 * always add up, and they never decrease because a final answer never changes.
 */
export async function findBulk(sql: Sql, clientId: string, id: string): Promise<BulkResource | undefined> {
  const { rows } = await sql.query<BulkCounts>(
    `SELECT b.id, b.total_items, b.created_at, b.started_at IS NOT NULL AS started,
       (count(*) FILTER (WHERE v.status = 'completed'))::integer AS completed_items,
       (count(*) FILTER (WHERE v.status = 'failed'))::integer AS failed_items,
       (count(*) FILTER (WHERE v.status = 'rejected'))::integer AS rejected_items,
       (count(*) FILTER (WHERE v.status = 'pending'))::integer AS in_progress_items
     FROM service.bulks b JOIN service.verifications v ON v.bulk_id = b.id
     WHERE b.id = $1 AND b.client_id = $2 GROUP BY b.id`,
    [id, clientId],
  )
  const row = rows[0]
  if (!row) return undefined
  const { started, created_at, id: bulkId, ...counters } = row
  const status = row.in_progress_items === 0 ? 'completed' : started ? 'processing' : 'accepted'
  return { id: bulkId, status, ...counters, created_at: created_at.toISOString() }
}

type ItemRow = {
  index: number
  id: string
  status: string
  match_result: string | null
  matched_name: string | null
  status_reason: string | null
}

/** An item of section 2.5: a rejected one has no ID. */
const itemView = ({ index, id, status, ...outcome }: ItemRow) => ({
  index,
  ...(status === 'rejected' ? {} : { id }),
  status,
  ...outcomeMembers(outcome),
})

/** One page of a bulk's items with its counters, from one snapshot (section 4.6). No items after the last page. */
export async function findItems(database: Database, clientId: string, id: string, page: number) {
  return transaction(
    database,
    async (tx) => {
      const bulk = await findBulk(tx, clientId, id)
      if (!bulk) return undefined
      const first = (page - 1) * PAGE_SIZE
      const { rows } = await tx.query<ItemRow>(
        `SELECT item_index AS index, id, status, match_result, matched_name, status_reason
         FROM service.verifications WHERE bulk_id = $1 AND item_index >= $2 AND item_index < $3 ORDER BY item_index`,
        [id, first, first + PAGE_SIZE],
      )
      const pages = Math.ceil(bulk.total_items / PAGE_SIZE)
      const pagination = {
        current_page: page,
        per_page: PAGE_SIZE,
        total_items: bulk.total_items,
        total_pages: pages,
        has_next_page: page < pages,
      }
      return { ...bulk, pagination, items: rows.map(itemView) }
    },
    'REPEATABLE READ',
  )
}
