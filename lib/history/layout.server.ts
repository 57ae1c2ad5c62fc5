import 'server-only'
import { DEFAULT_LAYOUT, type HistoryLayout } from '@/lib/history/layout'
import { historyLayout } from '@/lib/history/layout-input'
import { readPreference, savePreference } from '@/lib/platform/settings.server'

const KEY = 'history.layout'

/** This person's layout of the history; the default until they change it. */
export const readLayout = (userId: string): Promise<HistoryLayout> =>
  readPreference(userId, KEY, historyLayout, DEFAULT_LAYOUT)

/** Stores the layout with the person, for every browser. */
export const saveLayout = (value: HistoryLayout, userId: string): Promise<HistoryLayout> =>
  savePreference(userId, KEY, value)
