import 'server-only'
import { db, PREPARED, Prisma } from '@/lib/platform/db.server'
import { select, text } from '@/lib/platform/sql/select.server'

/** Bytes per slice, small enough to be garbage collected quickly. */
const SLICE = 36 * 1024

/**
 * Reads a column `cipher` in base64 slices: as a single value, a file of 20 MB would be in memory six times.
 * @param from the table and the condition of its only row
 * @returns the slices; null in place of the next one when the row is gone, because retention may delete it meanwhile
 */
export async function* cipherPieces(from: Prisma.Sql): AsyncGenerator<Uint8Array | null> {
  for (let at = 1; ; at += SLICE) {
    const [row] = await select(
      db(),
      { slice: text },
      Prisma.sql`${PREPARED}
      select encode(substring(cipher from ${at}::int for ${SLICE}::int), 'base64') as slice from ${from}`,
    )
    if (!row) return yield null
    if (row.slice === '') return
    yield Buffer.from(row.slice, 'base64')
  }
}
