import { randomUUID } from 'node:crypto'
import { debit } from '../clients/credits'
import { type Database, type Sql, transaction } from '../database'
import { badRequest } from '../http/refusal'
import { bulkSchema, readPair, refuseSandboxResult, type Submitted } from '../verifications/schema'

/** The response to the creation of a bulk (section 2.4). */
export type BulkCreated = { id: string; status: 'accepted'; total_items: number; created_at: string }

/** Queues a bulk, in the transaction that stores it. */
export type Enqueue = (tx: Sql, bulkId: string) => Promise<void>

/**
 * Parses the body of a submission (section 4.4). Throws 400 when it is not a list of 1 to 2,000 pairs, or when a pair
 * lacks a field or has an invalid name. A wrong IBAN format only rejects its item.
 */
export function readBulk(body: unknown): Submitted[] {
  const shape = bulkSchema.safeParse(body)
  if (!shape.success) {
    const list = (body as { verifications?: unknown } | null)?.verifications
    if (list === undefined || list === null)
      throw badRequest('verifications_required', 'verifications is required.')
    if (!Array.isArray(list)) throw badRequest('invalid_request', 'verifications must be an array.')
    throw badRequest('invalid_bulk_size', `A bulk has 1 to 2000 items, not ${list.length}.`)
  }
  refuseSandboxResult(body)
  return shape.data.verifications.map((element, index) => {
    const where = `verifications[${index}].`
    refuseSandboxResult(element, where)
    return readPair(element, where)
  })
}

async function insertItems(tx: Sql, bulkId: string, clientId: string, createdAt: Date, items: Submitted[]) {
  const valid = items.map((item) => item.iban !== undefined)
  await tx.query(
    `INSERT INTO service.verifications
       (id, client_id, kind, bulk_id, item_index, iban, name, status, status_reason, created_at, answered_at)
     SELECT i.id, $1, 'item', $2, i.item_index, i.iban, i.name,
       CASE WHEN i.valid THEN 'pending' ELSE 'rejected' END,
       CASE WHEN i.valid THEN NULL ELSE 'invalid_iban_format' END,
       $3, CASE WHEN i.valid THEN NULL ELSE $3::timestamptz END
     FROM unnest($4::uuid[], $5::integer[], $6::text[], $7::text[], $8::boolean[])
       AS i (id, item_index, iban, name, valid)`,
    [
      clientId,
      bulkId,
      createdAt,
      items.map(() => randomUUID()),
      items.map((_, index) => index),
      items.map((item) => item.iban ?? null),
      items.map((item) => (item.iban === undefined ? null : item.name)),
      valid,
    ],
  )
}

/**
 * Stores a bulk, debits one credit for each item with a valid format and queues it, in one transaction. Throws 403 when
 * the credits don't cover all of them.
 */
export async function submitBulk(
  database: Database,
  clientId: string,
  items: Submitted[],
  enqueue: Enqueue,
): Promise<BulkCreated> {
  const id = randomUUID()
  const createdAt = new Date()
  const billable = items.filter((item) => item.iban !== undefined).length
  await transaction(database, async (tx) => {
    await debit(tx, { clientId, reason: 'bulk', subjectId: id, amount: billable })
    await tx.query(
      `INSERT INTO service.bulks (id, client_id, total_items, created_at, queued_at, finished_at)
       VALUES ($1, $2, $3, $4::timestamptz, now(), CASE WHEN $5 THEN $4::timestamptz END)`,
      [id, clientId, items.length, createdAt, billable === 0],
    )
    await insertItems(tx, id, clientId, createdAt, items)
    if (billable > 0) await enqueue(tx, id)
  })
  return { id, status: 'accepted', total_items: items.length, created_at: createdAt.toISOString() }
}
