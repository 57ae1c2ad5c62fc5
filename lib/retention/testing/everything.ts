import { numberLines, paymentTo } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { paymentNaming, uncheckablePaymentNaming } from '@/lib/retention/testing/payees'
import {
  asRetention,
  createReleasedRun,
  createReport,
  type RetentionOffice,
  subjectOf,
} from '@/lib/retention/testing/runs'
import { makePayee, seedUpload } from '@/lib/retention/testing/seed'

/** Checks, payments and bank reports of payees, with a row in each of their tables. */
export async function payees(office: RetentionOffice): Promise<void> {
  const { analyst, reviewer } = office
  await seedUpload([makePayee(740_001, 'Otto Everywhere')], analyst, reviewer)
  await createReleasedRun(
    office,
    numberLines(paymentNaming(740_002, 'Ines Everywhere'), uncheckablePaymentNaming(740_003, 'Nora Nocheck')),
  )
  await createReport(office, null, numberLines(paymentTo(740_004)))
}

/** A row in every other table that can hold a text about a payee. */
export async function papers({ admin, analyst, reviewer }: RetentionOffice): Promise<void> {
  await db().creditEntry.create({ data: { kind: 'correction', amount: 1, note: 'x' } })
  for (const name of ['a', 'b'])
    await db().savedView.create({ data: { ownerId: analyst.actor.id, name, filters: {} } })
  await db().bankProfile.create({
    data: { bic: 'BYLADEM1', name: 'x', country: 'DE', settings: { advice: {} } },
  })
  const key = {
    name: 'x',
    lastFour: 'abcd',
    scopes: [],
    secretHash: new Uint8Array([1]),
    expiresAt: new Date(Date.now() + 86_400_000),
  }
  await db().apiKey.create({ data: { ...key, ownerId: analyst.actor.id } })
  const hold = { on: 'subject' as const, subject: subjectOf('name', 'Nobody Else'), reason: 'x' }
  await releaseHold((await placeHold(hold, admin)).id, admin)
  await asRetention(`
    insert into erasures (id, kind, digest, reason, requested_by_id, confirmed_by_id, confirmed_at, closed_by_id, closed_at, close_reason)
    values (gen_random_uuid(), 'name', '', 'x', '${admin.actor.id}', '${reviewer.actor.id}', now(), '${admin.actor.id}', now(), 'x')`)
}
