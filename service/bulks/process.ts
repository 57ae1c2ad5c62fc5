import type { Institution } from '../banks/institution'
import type { Database } from '../database'
import { answerItem } from '../verifications/answer'
import type { Outcome } from '../verifications/record'
import type { Question } from '../verifications/schema'
import { storeOutcomes } from '../verifications/store'

/** Questions of one bulk that are with the banks at one time. */
const AT_ONCE = 60
/** Answers stored at a time. */
const STORE = 50
/** Answers wait no longer than this to be stored, so that progress can be watched. */
const STORE_MS = 100

type Item = Question & { id: string }
type Answered = { id: string; outcome: Outcome }

/** Collects answers and stores them many at a time, one statement after the other. */
function createWriter(database: Database) {
  let answers: Answered[] = []
  let writing: Promise<void> = Promise.resolve()
  let since = Date.now()
  function flush(): Promise<void> {
    const ready = answers
    answers = []
    since = Date.now()
    if (ready.length > 0) writing = writing.then(() => storeOutcomes(database, ready))
    return writing
  }
  return {
    /** Resolves at once unless it is time to store. */
    async add(answered: Answered): Promise<void> {
      answers.push(answered)
      if (answers.length >= STORE || Date.now() - since >= STORE_MS) await flush()
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

/** Puts items to the banks, several at a time and in their order; stops taking new ones when told to. */
async function answerItems(
  items: Item[],
  institution: Institution,
  add: (a: Answered) => Promise<void>,
  stop: AbortSignal,
) {
  let next = 0
  async function lane() {
    for (let item = items[next++]; item && !stop.aborted; item = items[next++])
      await add({ id: item.id, outcome: await answerItem(item, institution) })
  }
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
  const broken = lanes.find((result) => result.status === 'rejected')
  if (broken) throw broken.reason
}

/**
 * Answers every pending item of a bulk. Safe to run again after a crash, and by two processes at once: a stored
 * answer stays, only pending items are asked. Throws when it was stopped early or the database failed; what was
 * answered until then is stored.
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
