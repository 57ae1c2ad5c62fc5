import 'server-only'
import { DEFAULT_LAYOUT, type HistoryLayout } from '@/lib/history/layout'
import { historyLayout } from '@/lib/history/layout-input'
import { db } from '@/lib/platform/db.server'

const KEY = 'history.layout'

/** This person's layout of the history; the default until they change it. */
export async function readLayout(userId: string): Promise<HistoryLayout> {
  const row = await db().userPreference.findUnique({ where: { userId_key: { userId, key: KEY } } })
  const known = historyLayout.safeParse(row?.value)
  return known.success ? known.data : DEFAULT_LAYOUT
}

/** Stores the layout with the person, for every browser. */
export async function saveLayout(value: HistoryLayout, userId: string): Promise<HistoryLayout> {
  const where = { userId_key: { userId, key: KEY } }
  await db().userPreference.upsert({ where, create: { userId, key: KEY, value }, update: { value } })
  return value
}
