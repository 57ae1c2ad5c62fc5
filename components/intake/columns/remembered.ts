import { z } from 'zod'
import { serverNow } from '@/components/ui/server-now'
import { hashText } from '@/lib/names/text/hash'
import type { ColumnMap } from '@/lib/tables/table'
import { columnMapSchema } from '@/lib/uploads/wire'
import '@/lib/platform/jitless'

/** The mapping used when a file with these headers was last sent; stored in this browser, for this person. */
const remembered = z.object({ map: columnMapSchema, at: z.iso.datetime() })
export type RememberedColumns = z.infer<typeof remembered>

const PREFIX = 'accord.columns'
const MOST = 50

/** A hash, because the first row of a file without headers may be taken for them: it would outlive the sign-out. */
const keyOf = (userId: string, headers: string[]) =>
  `${PREFIX}.${userId}.${hashText(JSON.stringify(headers))}`

/** The stored mapping for these headers; null for a file without headers, because then files cannot be told apart. */
export function recallColumns(userId: string, headers: string[]): RememberedColumns | null {
  if (headers.length === 0) return null
  try {
    return remembered.parse(JSON.parse(localStorage.getItem(keyOf(userId, headers)) ?? ''))
  } catch {
    return null
  }
}

export function rememberColumns(userId: string, headers: string[], map: ColumnMap): void {
  if (headers.length === 0) return
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    // earlier versions wrote the headers themselves
    const plain = keys.filter((key) => key.endsWith(']'))
    for (const key of [...plain, ...keys.slice(MOST)]) localStorage.removeItem(key)
    // another file may write its amounts with the other decimal separator or sign
    const { decimal: _, negative: __, ...columns } = map
    const value: RememberedColumns = { map: columns, at: new Date(serverNow()).toISOString() }
    localStorage.setItem(keyOf(userId, headers), JSON.stringify(value))
  } catch {
    // without storage the columns are guessed again next time
  }
}

export function forgetColumns(userId: string, headers: string[]): void {
  try {
    localStorage.removeItem(keyOf(userId, headers))
  } catch {
    // without storage there is nothing to remove
  }
}
