import 'server-only'
import { z } from 'zod'
import { db } from '@/lib/platform/db.server'
import { setting } from '@/lib/platform/settings.server'
import { databaseNow } from '@/lib/platform/sql/now.server'

/** A restore of a backup: what happened between the two times is lost. */
export type Restore = { madeAt: string; restoredAt: string }

const restores = z.array(z.object({ madeAt: z.iso.datetime(), restoredAt: z.iso.datetime() }))

/** The restores of this office, oldest first. scripts/backup/load.mjs adds one with the rows that it restores. */
export const restoresSetting = setting('office.restores', restores, [])

/** When a backup was restored: by the clock of the database, and never before the backup was made. */
export async function restoreTime(madeAt: string): Promise<string> {
  const now = await databaseNow(db())
  return new Date(Math.max(now.getTime(), Date.parse(madeAt))).toISOString()
}

/** Adds a restore by another tool. One that was restored after the backup was made is this one, added already. */
export async function addRestore(madeAt: string): Promise<void> {
  const known = await restoresSetting.read()
  if (known.some(({ restoredAt }) => restoredAt >= madeAt)) return
  await restoresSetting.save([...known, { madeAt, restoredAt: await restoreTime(madeAt) }])
}
