import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide, coolingOffRefusal } from '@/lib/auth/second-person.server'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { ofOneAccount } from '@/lib/payments/confirm/one-account'
import { gatesOf, storeGates } from '@/lib/payments/gate/compute.server'
import { CLEARED_REASON } from '@/lib/payments/gate/gate'
import { lockReleases } from '@/lib/payments/release/store.server'
import type { ConfirmationInput } from '@/lib/payments/schema'
import { db, LONG_TIMEOUTS, Prisma, refuseOn, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal, refusedField } from '@/lib/platform/refusal'
import { date, selectOne } from '@/lib/platform/sql/select.server'
import { assertCallTime, callBackRequired } from '@/lib/reviews/refusals'
import { touchUpload } from '@/lib/uploads/sending/lock.server'
import { visibleUploads } from '@/lib/uploads/visible.server'

/**
 * Records that a reviewer confirmed the new IBAN of lines, with the call to the payee, or that lines are no duplicates.
 * Either all lines are confirmed or none, and their gates change in the same transaction. One call confirms one account
 * of one payee. The uploader of the run can't confirm: checked here, and again by the trigger
 * `payment_confirmations_four_eyes`.
 * @throws Refusal 401 session_required, 403 four_eyes | decides_later, 404, 409 nothing_to_confirm, 422 call_in_future |
 * call_too_old | call_back_required | several_accounts
 */
export async function confirmLines(id: string, input: ConfirmationInput, by: RequestedBy): Promise<void> {
  const run = await db().paymentRun.findFirst({
    where: { uploadId: id, upload: visibleUploads(by.actor) },
    select: { upload: { select: { createdById: true } } },
  })
  if (!run) throw notFound()
  if (run.upload.createdById === by.actor.id) throw fourEyes()
  if (input.kind === 'new_iban' && input.callBack.outcome !== 'confirmed') throw callBackRequired()
  await db()
    .$transaction((tx) => confirm(tx, id, input, by), LONG_TIMEOUTS)
    .catch(refuseOn({ payment_confirmations_four_eyes: fourEyes, second_person_waits: coolingOffRefusal }))
}

async function confirm(
  tx: Tx,
  uploadId: string,
  input: ConfirmationInput,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await assertMayDecide(actor.id, tx)
  const { kind } = input
  const { at } = await lockAccess(tx, actor, () =>
    selectOne(
      tx,
      { at: date },
      Prisma.sql`select now() as at from payment_runs where upload_id = ${uploadId}::uuid for update`,
    ),
  )
  if (input.kind === 'new_iban') assertCallTime(input.callBack, at)
  // waits for a running release: it could be of an equal payment that this reviewer has not seen
  if (kind === 'not_duplicate') await lockReleases(tx, actor)
  const numbers = [...new Set(input.lines)].sort((a, b) => a - b)
  const waiting = (await gatesOf(tx, uploadId, numbers)).filter(
    ({ reason }) => reason === CLEARED_REASON[kind],
  )
  const others = numbers.filter((number) => waiting.every((line) => line.number !== number))
  if (others.length > 0) throw nothingToConfirm(others)
  if (kind === 'new_iban') await assertOneAccount(tx, uploadId, numbers)
  const proof = input.kind === 'new_iban' ? { callBack: input.callBack } : { reason: input.reason }
  await tx.paymentConfirmation.createMany({
    data: numbers.map((number) => ({ uploadId, number, kind, byId: actor.id, at, ...proof })),
  })
  await storeGates(tx, uploadId, await gatesOf(tx, uploadId, numbers))
  await touchUpload(tx, uploadId)
  // no personal data in the audit log: the confirmation keeps the person called, the number and the reason
  const details = {
    kind,
    lines: numbers,
    ...(input.kind === 'new_iban' && { numberSource: input.callBack.numberSource }),
  }
  const object = { type: 'payment_run', id: uploadId }
  await record({ by: auditActor, action: 'payment_run.lines_confirmed', object, details }, tx)
}

async function assertOneAccount(tx: Tx, uploadId: string, numbers: number[]): Promise<void> {
  const lines = await tx.paymentLine.findMany({
    where: { uploadId, number: { in: numbers } },
    select: { number: true, name: true, iban: true },
    orderBy: { number: 'asc' },
  })
  const same = ofOneAccount(lines)
  const other = lines.find((line) => !same.includes(line))
  if (other) throw severalAccounts(numbers[0], other.number)
}

const fourEyes = () =>
  new Refusal(403, 'four_eyes', 'You uploaded this run. Another reviewer must confirm its lines.')

const nothingToConfirm = (lines: number[]) =>
  new Refusal(
    409,
    'nothing_to_confirm',
    `Line ${lines[0]} doesn’t need this confirmation. Read the lines again, then name only those that do.`,
    { extra: { lines } },
  )

const severalAccounts = (first: number | undefined, other: number) =>
  refusedField(
    'several_accounts',
    'lines',
    `Lines ${first} and ${other} pay different accounts. Call each payee, and confirm one account at a time.`,
  )
