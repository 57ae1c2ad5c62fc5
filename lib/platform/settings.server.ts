import 'server-only'
import type { ZodType } from 'zod'
import { type Db, db } from '@/lib/platform/db.server'

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

/** @returns what a person stored under this key, or `fallback` when it is absent or no longer valid */
export async function readPreference<T>(
  userId: string,
  key: string,
  schema: ZodType<T>,
  fallback: T,
): Promise<T> {
  const row = await db().userPreference.findUnique({ where: { userId_key: { userId, key } } })
  const parsed = schema.safeParse(row?.value)
  return parsed.success ? parsed.data : fallback
}

/** Stores it with the person, for every browser. */
export async function savePreference<T extends object>(userId: string, key: string, value: T): Promise<T> {
  const where = { userId_key: { userId, key } }
  await db().userPreference.upsert({ where, create: { userId, key, value }, update: { value } })
  return value
}
