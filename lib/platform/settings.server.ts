import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { ZodType } from 'zod'
import { type Db, db, lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'

/** For a form that was filled in from values that are no longer stored. */
export const settingChanged = () =>
  new Refusal(
    409,
    'setting_changed',
    'Somebody else has changed these values since you opened them. Check the new ones.',
  )

type Storable = object | string | number | boolean

/** What is stored under a key for everybody. `fallback`: until then, or when it is no longer valid. */
export const setting = <T extends Storable, I extends Storable, F>(
  key: string,
  schema: ZodType<T, I>,
  fallback: F,
) => {
  const read = async (on: Db = db()): Promise<T | F> => {
    const row = await on.setting.findUnique({ where: { key } })
    const parsed = schema.safeParse(row?.value)
    return parsed.success ? parsed.data : fallback
  }
  const save = async (value: I, on: Db = db()): Promise<void> => {
    await on.setting.upsert({ where: { key }, create: { key, value }, update: { value } })
  }
  const lock = lockOf(`setting|${key}`)
  /** Lets nobody replace the value before the transaction ends, which acts on it. */
  const lockShared = (tx: Tx): Promise<void> => takeLocks(tx, [{ ...lock, shared: true }])
  /** @throws Refusal 409 setting_changed when the value is no longer the one that a person saw */
  const replace = async (tx: Tx, before: T, after: I): Promise<void> => {
    await takeLocks(tx, [lock])
    if (!isDeepStrictEqual(await read(tx), before)) throw settingChanged()
    await save(after, tx)
  }
  return { key, read, save, lockShared, replace }
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
