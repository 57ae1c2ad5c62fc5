import { randomUUID } from 'node:crypto'
import type { Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { allowRedaction } from '@/lib/retention/strip.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { addDocument } from '@/lib/reviews/item/documents.server'
import { addNote } from '@/lib/reviews/item/notes.server'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { ibanOf, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'

export type Payee = { iban: string; name: string; registered: string; phone: string }

/** A payee whose bank has a different name on file (see service/testing/banks.ts). */
export const makePayee = (n: number, name: string): Payee => ({
  iban: ibanOf(n),
  name: `${name} Close`,
  registered: `${name} Klose`,
  phone: `+33 1 ${n}`,
})

/** Every value of a payee that must be gone after a purge. */
export const valuesOf = ({ iban, name, registered, phone }: Payee): string[] => [
  iban,
  name,
  registered,
  phone,
]

export type SeededData = { uploadId: string; checkId: string; reviewId: string }
const PDF = Buffer.from('%PDF-1.4 a letter of Xerxes')

/** Creates an answered upload of payees; the first one is reviewed with every kind of text that people can write. */
export async function seedUpload(payees: Payee[], analyst: Person, reviewer: Person): Promise<SeededData> {
  const rows: TestRow[] = payees.map(
    ({ iban, name }) => ({ iban, name, reference: `Invoice of ${name}` }) as TestRow,
  )
  const lines = linesOf(rows, {
    fileName: `letters to ${payees[0]?.name}.csv`,
    title: `For ${payees[0]?.name}`,
  })
  const { id } = await receiveUpload(requestOf(lines), analyst)
  await runWorker(id)
  const check = await db().verification.findFirstOrThrow({
    where: { uploadId: id, iban: payees[0]?.iban },
    include: { review: true },
  })
  const { id: reviewId, evidenceHash } = check.review ?? { id: '', evidenceHash: '' }
  await addDocument(reviewId, { name: `${check.name}.pdf`, bytes: PDF }, reviewer)
  await addNote(reviewId, `Spoke to ${check.name} about ${check.iban}`, reviewer)
  await decideReview(
    reviewId,
    {
      decision: 'approve',
      reason: 'confirmed_with_payee',
      note: `It is ${check.matchedName}`,
      callBack: { ...CALL_BACK, person: `${check.name} himself`, number: payees[0]?.phone ?? '' },
      correctedName: check.matchedName ?? undefined,
      evidenceHash,
    },
    reviewer,
  )
  await storeIdempotentResponse(check.id, analyst, check)
  await writeUploadTexts(id, check.name, reviewer)
  await db().verification.update({ where: { id: check.id }, data: { note: `Ask ${check.name}` } })
  return { uploadId: id, checkId: check.id, reviewId }
}

/** Texts about the whole upload: why it was declined at first, and where the proof of a lost response is. */
const writeUploadTexts = (uploadId: string, name: string, { actor }: Person) =>
  db().$transaction(async (tx) => {
    const attempt = await tx.attempt.findFirstOrThrow({ where: { bulk: { uploadId } } })
    const texts = { reason: `${name} asked`, evidence: `The letter of ${name}` }
    const withdrawal = { proposedById: actor.id, withdrawnById: actor.id, withdrawnAt: new Date() }
    await tx.resolution.create({
      data: { attemptId: attempt.id, kind: 'not_billed', ...texts, ...withdrawal },
    })
    await allowRedaction(tx)
    const decision = {
      approved: false,
      decidedById: actor.id,
      decidedAt: new Date(),
      reason: `${name} is new`,
    }
    await tx.uploadApproval.create({ data: { uploadId, causes: ['upload'], credits: 1, ...decision } })
  })

/** The response stored for an idempotent request, as lib/http keeps it. */
const storeIdempotentResponse = (
  id: string,
  analyst: Person,
  { iban, name }: { iban: string; name: string },
) =>
  db().idempotencyKey.create({
    data: {
      userId: analyst.actor.id,
      key: randomUUID(),
      route: '/api/verifications',
      requestHash: 'hash',
      status: 200,
      body: { id, iban, name },
    },
  })

/** What a purge must not change: results, decisions, rows, credits, the audit chain. */
export const readRemainingData = () => db().$queryRaw`
  select (select json_agg(row(id, status, match_result, upload_id, created_at, requested_by_id, country, bank_code) order by id)
            from verifications) as checks,
         (select json_agg(row(id, total, count_match, count_close_match, count_failed, count_waiting) order by id) from uploads) as uploads,
         (select json_agg(row(upload_id, number, verification_id) order by upload_id, number) from upload_rows) as rows,
         (select json_agg(row(id, kind, reason, decided_by_id, created_at, call_back ->> 'outcome') order by id) from decisions) as decisions,
         (select json_agg(row(id, amount, attempt_id) order by id) from credit_entries) as credits,
         (select json_agg(row(id, state, upstream_id) order by id) from attempts) as attempts,
         (select json_agg(row(seq, action, object_id, encode(hash, 'hex')) order by seq)
            from audit_entries where action not like 'retention.%') as audit`
