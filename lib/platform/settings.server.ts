import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { ZodType } from 'zod'
import { type Db, db, lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'

/** @returns the stored setting, or `fallback` when it is absent or no longer valid */
export async function readSetting<T>(
  key: string,
  schema: ZodType<T>,
  fallback: T,
  on: Db = db(),
): Promise<T> {
  const row = await on.setting.findUnique({ where: { key } })
  const parsed = schema.safeParse(row?.value)
  return parsed.success ? parsed.data : fallback
}

export async function writeSetting(key: string, value: object | string | number | boolean, on: Db = db()) {
  await on.setting.upsert({ where: { key }, create: { key, value }, update: { value } })
}

/** For a form that was filled in from values that are no longer stored. */
export const settingChanged = () =>
  new Refusal(
    409,
    'setting_changed',
    'Somebody else has changed these values since you opened them. Check the new ones.',
  )

type SettingChange<T> = { schema: ZodType<T>; fallback: T; before: T; after: T }

/**
 * Replaces a setting by the values that a person entered.
 * @param change.before what they saw
 * @throws Refusal 409 setting_changed when somebody else has changed it since
 */
export async function changeSetting<T extends object>(
  tx: Tx,
  key: string,
  { schema, fallback, before, after }: SettingChange<T>,
): Promise<void> {
  await takeLocks(tx, [lockOf(`setting|${key}`)])
  if (!isDeepStrictEqual(await readSetting(key, schema, fallback, tx), before)) throw settingChanged()
  await writeSetting(key, after, tx)
}

/** What a person stores under a key, for every browser. `fallback`: until they do, or when it is no longer valid. */
export const preference = <T extends object | string, F>(key: string, schema: ZodType<T>, fallback: F) => ({
  async read(userId: string): Promise<T | F> {
    const row = await db().userPreference.findUnique({ where: { userId_key: { userId, key } } })
    const parsed = schema.safeParse(row?.value)
    return parsed.success ? parsed.data : fallback
  },
  async save(userId: string, value: T): Promise<T> {
    const where = { userId_key: { userId, key } }
    await db().userPreference.upsert({ where, create: { userId, key, value }, update: { value } })
    return value
  },
})
