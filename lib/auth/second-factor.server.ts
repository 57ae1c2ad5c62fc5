import 'server-only'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { HAS_FACTOR } from '@/lib/auth/person-sql.server'
import { ROLES } from '@/lib/auth/roles'
import { enrolmentUri, newSecret, totpStep } from '@/lib/auth/totp'
import { decrypt, encrypt, tokenDigest } from '@/lib/platform/crypto.server'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { env, isDemo } from '@/lib/platform/env.server'
import { setting } from '@/lib/platform/settings.server'
import { databaseNow } from '@/lib/platform/sql/now.server'

/** The roles that require a second factor. */
export const factorSetting = setting('auth.second_factor_roles', z.array(z.enum(ROLES)), [])
export const readFactorRoles = factorSetting.read

const DEMO_PEOPLE = new Set([...ROLES, 'second.reviewer'].map((name) => `${name}@accord.test`))
/** People of the demo are shared by everyone who tries it, so nobody may lock the others out. */
export const isDemoPerson = (email: string): boolean => isDemo() && DEMO_PEOPLE.has(email)

const place = (userId: string) => `second_factors|secret_cipher|${userId}` as const
const RECOVERY_CODES = 10
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Since when this person has had their second factor. Null: there is none, or it isn't confirmed. */
export const readFactorSince = async (userId: string): Promise<Date | null> =>
  (await db().secondFactor.findUnique({ where: { userId } }))?.confirmedAt ?? null

/** Whether this person has a confirmed second factor. */
export async function hasFactor(userId: string, on: Db = db()): Promise<boolean> {
  return (await on.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0
}

/**
 * Starts an enrolment with a new secret, which isn't required until it's confirmed: until then, the current app stays
 * valid. Replaces an earlier unconfirmed enrolment.
 * @param since of the app that the person has proved to have; null for none
 * @returns null if they have another one by now
 */
export async function startEnrolment(user: { id: string; email: string }, since: Date | null) {
  const secret = newSecret()
  const cipher = encrypt(secret, place(user.id))
  const changed = since
    ? await db().$executeRaw`
        update second_factors set next_cipher = ${cipher} where user_id = ${user.id}::uuid and confirmed_at = ${since}`
    : await db().$executeRaw`
        insert into second_factors (user_id, secret_cipher) values (${user.id}::uuid, ${cipher})
        on conflict (user_id) do update set secret_cipher = excluded.secret_cipher, created_at = now()
         where second_factors.confirmed_at is null`
  return changed > 0 ? { secret, uri: enrolmentUri(secret, user.email) } : null
}

/**
 * Confirms an enrolment: the first code proves that the app has the secret.
 * @returns whether the factor is new, or replaces another one; null if the code is wrong
 */
export async function confirmEnrolment(
  tx: Tx,
  userId: string,
  code: string,
): Promise<'on' | 'replaced' | null> {
  const factor = await tx.secondFactor.findUnique({ where: { userId } })
  const { confirmedAt = null, nextCipher = null } = factor ?? {}
  const secretCipher = confirmedAt ? nextCipher : factor?.secretCipher
  const step = secretCipher && totpStep(secretOf({ userId, secretCipher }), code)
  if (!secretCipher || step === null) return null
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, confirmedAt, ...(confirmedAt ? { nextCipher } : { secretCipher }) },
    data: { secretCipher, nextCipher: null, confirmedAt: await databaseNow(tx), lastStep: step },
  })
  if (count === 0) return null
  return confirmedAt ? 'replaced' : 'on'
}

const secretOf = ({ userId, secretCipher }: { userId: string; secretCipher: Uint8Array }) =>
  decrypt(secretCipher, place(userId)).toString('utf8')

/**
 * Consumes a code of the app or a recovery code, so that it never works again.
 * @returns which it was; null if wrong
 */
export async function takeCode(userId: string, given: string): Promise<'code' | 'recovery' | null> {
  const code = given.replace(/\s/g, '')
  const factor = await db().secondFactor.findUnique({ where: { userId } })
  if (!factor?.confirmedAt) return null
  const step = totpStep(secretOf(factor), code)
  if (step !== null) {
    const taken = await db().$executeRaw`
      update second_factors set last_step = ${step} where user_id = ${userId}::uuid and last_step < ${step}`
    return taken > 0 ? 'code' : null
  }
  const plain = code.toLowerCase().replace(/[^a-z2-7]/g, '')
  const used = await db().$executeRaw`
    update recovery_codes set used_at = now()
     where user_id = ${userId}::uuid and code_hash = ${tokenDigest(plain)} and used_at is null`
  return used > 0 ? 'recovery' : null
}

/**
 * Creates ten recovery codes of 140 bits and deletes earlier ones.
 * @returns the codes; only their hashes are stored
 */
export async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(28)].map((byte) => ALPHABET[byte % 32]).join(''),
  )
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: tokenDigest(code) })) })
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** @returns true when there was one */
export async function removeFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  return (await tx.secondFactor.deleteMany({ where: { userId } })).count > 0
}

/** False in the demo, where no second factor is required. */
export const factorsEnforced = (): boolean => env().DEMO !== '1'

/** SQL condition: a role of the person (`u`) requires a second factor, and they have none. */
export const lacksFactor = () => Prisma.sql`(${factorsEnforced()}
  and exists (select from settings f where f.key = ${factorSetting.key} and f.value ?| u.roles::text[])
  and not ${HAS_FACTOR})`
