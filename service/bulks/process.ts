import type { Institution } from '../banks/institution'
import type { Database } from '../database'
import type { VerificationOutcome } from '../verifications/record'
import type { IbanNamePair } from '../verifications/schema'
import { storeOutcomes } from '../verifications/store'
import { verifyItem } from '../verifications/verify'

/** Concurrent questions to the banks for one bulk. */
const CONCURRENCY = 60
const BATCH_SIZE = 50
/** Answers are stored after this long at the latest, so that progress is visible. */
const FLUSH_MS = 100

type Item = IbanNamePair & { id: string }
type ItemOutcome = { id: string; outcome: VerificationOutcome }

/** Buffers answers and stores them in batches, one statement at a time. */
function createWriter(database: Database) {
  let answers: ItemOutcome[] = []
  let writing: Promise<void> = Promise.resolve()
  let lastFlush = performance.now()
  function flush(): Promise<void> {
    const ready = answers
    answers = []
    lastFlush = performance.now()
    if (ready.length > 0) writing = writing.then(() => storeOutcomes(database, ready))
    return writing
  }
  return {
    /** Resolves at once unless it is time to store. */
    async add(outcome: ItemOutcome): Promise<void> {
      answers.push(outcome)
      if (answers.length >= BATCH_SIZE || performance.now() - lastFlush >= FLUSH_MS) await flush()
    },
    flush,
  }
}

async function pendingItems(database: Database, bulkId: string): Promise<Item[]> {
  const { rows } = await database.query<Item>(
    `SELECT id, iban, name FROM service.verifications
     WHERE bulk_id = $1 AND status = 'pending' ORDER BY item_index`,
    [bulkId],
  )
  return rows
}

/** Sends items to the banks in order, several at a time; starts no new ones after a stop. */
async function answerItems(
  items: Item[],
  institution: Institution,
  add: (a: ItemOutcome) => Promise<void>,
  stop: AbortSignal,
) {
  let next = 0
  async function runNext() {
    for (let item = items[next++]; item && !stop.aborted; item = items[next++])
      await add({ id: item.id, outcome: await verifyItem(item, institution) })
  }
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, runNext))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

/**
 * Answers every pending item of a bulk. Idempotent, also after a crash and with two processes at once: stored answers
 * are kept, and only pending items are sent. Throws when it was stopped early or the database failed; what was answered
 * until then is stored.
 */
export async function processBulk(
  { database, institution }: { database: Database; institution: Institution },
  bulkId: string,
  stop: AbortSignal,
): Promise<void> {
  await database.query('UPDATE service.bulks SET started_at = now() WHERE id = $1 AND started_at IS NULL', [
    bulkId,
  ])
  const writer = createWriter(database)
  try {
    await answerItems(await pendingItems(database, bulkId), institution, writer.add, stop)
  } finally {
    await writer.flush()
  }
  if (stop.aborted) throw new Error('the service is stopping')
  await database.query(
    `UPDATE service.bulks SET finished_at = now() WHERE id = $1 AND finished_at IS NULL AND NOT EXISTS
       (SELECT 1 FROM service.verifications WHERE bulk_id = $1 AND status = 'pending')`,
    [bulkId],
  )
}
