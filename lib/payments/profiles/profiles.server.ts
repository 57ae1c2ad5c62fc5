import 'server-only'
import { randomUUID } from 'node:crypto'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import {
  type BankProfileView,
  type ProfileChange,
  type ProfileInput,
  profileSettings,
} from '@/lib/payments/profiles/schema'
import type { BankAdvice } from '@/lib/payments/view'
import { db, refuseOn, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { settingChanged } from '@/lib/platform/settings.server'
import { databaseNow } from '@/lib/platform/sql/now.server'

type Row = {
  id: string
  bic: string
  name: string
  country: string
  settings: unknown
  updatedAt: Date
}

function viewOf({ settings, updatedAt, ...row }: Row): BankProfileView {
  const parsed = profileSettings.safeParse(settings)
  return {
    ...row,
    settings: parsed.success ? parsed.data : UNKNOWN_SETTINGS,
    updatedAt: updatedAt.toISOString(),
  }
}

/** The profiles of the payer's banks, by name. */
export async function listProfiles(): Promise<BankProfileView[]> {
  return (await db().bankProfile.findMany({ orderBy: [{ name: 'asc' }, { bic: 'asc' }] })).map(viewOf)
}

const dataOf = ({ bic, name, settings }: ProfileInput, updatedAt: Date) => ({
  bic,
  name,
  settings,
  updatedAt,
  country: bic.slice(4, 6),
})

/**
 * What the profile of the payer's bank says about its channels, and its advice. Null if there are several banks, or no
 * profile.
 * @param banks the payer's banks, as `payerBanksOf` returns them
 */
export async function adviceOf(banks: readonly (string | null)[]): Promise<BankAdvice | null> {
  const [bic = null, ...others] = banks
  const row = bic === null || others.length > 0 ? null : await db().bankProfile.findUnique({ where: { bic } })
  if (!row) return null
  const { channelWithVop, channelWithoutVop, byDefault, advice } = viewOf(row).settings
  return { bank: row.name, channelWithVop, channelWithoutVop, byDefault, ...advice }
}

/** Adds the profile of a bank. @throws Refusal 409 profile_exists */
export async function createProfile(input: ProfileInput, auditActor: AuditActor): Promise<BankProfileView> {
  const id = randomUUID()
  return db()
    .$transaction(async (tx) => {
      const row = await tx.bankProfile.create({ data: { id, ...dataOf(input, await databaseNow(tx)) } })
      const details = { after: codedOf(viewOf(row)) }
      await record({ ...entry(id, auditActor), action: 'payment.profile_created', details }, tx)
      return viewOf(row)
    })
    .catch(refuseSameBic)
}

/** Locks a profile, which may be deleted at the moment. @throws Refusal 404 */
async function lockProfile(tx: Tx, id: string) {
  await tx.$executeRaw`select from bank_profiles where id = ${id}::uuid for update`
  const row = await tx.bankProfile.findUnique({ where: { id } })
  if (!row) throw notFound()
  return row
}

/** Replaces a profile. @throws Refusal 404 for an unknown profile; 409 setting_changed, profile_exists */
export async function changeProfile(
  id: string,
  { before: seen, ...input }: ProfileChange,
  auditActor: AuditActor,
): Promise<BankProfileView> {
  return db()
    .$transaction(async (tx) => {
      const before = await lockProfile(tx, id)
      if (before.updatedAt.getTime() !== Date.parse(seen)) throw settingChanged()
      const row = await tx.bankProfile.update({ where: { id }, data: dataOf(input, await databaseNow(tx)) })
      const details = { before: codedOf(viewOf(before)), after: codedOf(viewOf(row)) }
      await record({ ...entry(id, auditActor), action: 'payment.profile_changed', details }, tx)
      return viewOf(row)
    })
    .catch(refuseSameBic)
}

/** Deletes a profile. @throws Refusal 404 for an unknown profile */
export const deleteProfile = (id: string, auditActor: AuditActor): Promise<void> =>
  db().$transaction(async (tx) => {
    const row = await lockProfile(tx, id)
    await tx.bankProfile.delete({ where: { id } })
    const details = { before: codedOf(viewOf(row)) }
    await record({ ...entry(id, auditActor), action: 'payment.profile_deleted', details }, tx)
  })

/** A profile as the audit log keeps it: of the texts that a person typed, only which there are. */
function codedOf({ bic, settings }: BankProfileView) {
  const { channelWithVop, channelWithoutVop, advice } = settings
  const { byDefault, releaseDays, batches, nameCap, reportKind } = settings
  const texts = Object.entries({ channelWithVop, channelWithoutVop, ...advice })
    .flatMap(([field, text]) => (text === null ? [] : [field]))
    .sort()
  return { bic, byDefault, releaseDays, batches, nameCap, reportKind, texts }
}

const entry = (id: string, by: AuditActor) => ({ by, object: { type: 'bank_profile', id } })

const refuseSameBic = refuseOn({
  bank_profiles_bic_key: () =>
    new Refusal(409, 'profile_exists', 'This bank already has a profile. Change that one instead.'),
})
