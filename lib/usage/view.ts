import type { EntryInput } from '@/lib/usage/schema'

/** What somebody put into the books. */
export type EntryView = {
  id: string
  kind: EntryInput['kind']
  amount: number
  note: string | null
  /** 2021-03: the sum of that month, whose single entries retention took away */
  month: string | null
  at: string
  by: { id: string; name: string } | null
}

/** Answer of GET /api/admin/usage. */
export type UsageView = {
  /** our own estimate; null until somebody recorded a top-up */
  balance: { left: number; of: number } | null
  /** credits taken since the first of this month in TIME_ZONE */
  usedThisMonth: number
  /** credits a day, as lately */
  pace: number
  /** whole days until nothing is left at this pace; null when nothing is spent or no balance is known */
  daysLeft: number | null
  /** the latest top-ups and corrections, newest first */
  entries: EntryView[]
}
