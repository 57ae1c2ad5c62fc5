import 'server-only'
import { ALL_CHANGE_COLUMNS, type ChangeLayout } from '@/lib/exports/change-columns'
import { changeLayout } from '@/lib/exports/change-layout-input'
import { readPreference, savePreference } from '@/lib/platform/settings.server'

const KEY = 'exports.changes'

/** This person's layout of lists of changes; every column until they change it. */
export const readChangeLayout = (userId: string): Promise<ChangeLayout> =>
  readPreference(userId, KEY, changeLayout, ALL_CHANGE_COLUMNS)

/** Stores the layout with the person, for every browser. */
export const saveChangeLayout = (value: ChangeLayout, userId: string): Promise<ChangeLayout> =>
  savePreference(userId, KEY, value)
