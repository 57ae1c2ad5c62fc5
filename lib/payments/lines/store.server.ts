import 'server-only'
import { paidIbanDigest, paymentDigest, supplierDigest } from '@/lib/payments/lines/digests.server'
import { lockPaymentRun } from '@/lib/payments/lock-runs.server'
import type { RunKind } from '@/lib/payments/view'
import { hexOf } from '@/lib/platform/crypto.server'
import { isDay } from '@/lib/platform/days/period'
import { db, FILE_TIMEOUTS, type Tx } from '@/lib/platform/db.server'
import { storableJson } from '@/lib/platform/sql/storable'
import type { FilePayment, PaymentFile } from '@/lib/tables/payments/line'
import type { FilePlace } from '@/lib/tables/xml/place'
import { lockOriginal } from '@/lib/uploads/original.server'

/** How many lines one statement stores. */
const PAGE = 2_000
/** An index can't hold texts of any length. Banks accept 35 and 34 characters at most, so nothing useful is lost. */
const MAX_ID_LENGTH = 140
const MAX_IBAN_LENGTH = 80

/** Creates the run of an upload, unless it exists. */
export async function createRun(uploadId: string, kind: RunKind): Promise<void> {
  await db().$executeRaw`
    insert into payment_runs (upload_id, kind) values (${uploadId}::uuid, ${kind}) on conflict do nothing`
}

/**
 * Stores the lines of a run and makes it `ready`, in one transaction. Lines that are already stored are skipped.
 * @throws Refusal 410 original_gone when the file was deleted meanwhile
 */
export async function storeRunLines(
  uploadId: string,
  file: PaymentFile,
  lines: readonly FilePayment[],
): Promise<void> {
  const { version, whole } = file
  const shortened = (id: string) => id.slice(0, MAX_ID_LENGTH)
  const messages = file.messages.map(({ messageId, batch }, index) => ({
    ...{ uploadId, number: index + 1, batch, messageId: shortened(messageId) },
  }))
  const messageId = file.messageId === null ? null : shortened(file.messageId)
  await db().$transaction(async (tx) => {
    // the run first, as a release and an erasure do
    await lockPaymentRun(tx, uploadId)
    await lockOriginal(tx, uploadId)
    for (let from = 0; from < lines.length; from += PAGE)
      await storeLines(tx, uploadId, lines.slice(from, from + PAGE))
    await tx.$executeRaw`select analyze_lines(${lines.length}::int)`
    await tx.paymentMessage.createMany({ data: messages, skipDuplicates: true })
    await tx.paymentRun.updateMany({
      where: { uploadId, state: 'reading' },
      data: { state: 'ready', version, messageId, whole, lines: lines.length },
    })
  }, FILE_TIMEOUTS)
}

/**
 * Marks a run as unreadable.
 * @param problem a stable code
 * @param place where reading the file failed, if that is known
 */
export async function markRunUnreadable(
  uploadId: string,
  problem: string,
  place: FilePlace | null,
): Promise<void> {
  await db().paymentRun.updateMany({
    where: { uploadId, state: 'reading' },
    data: { state: 'unreadable', problem, ...(place && { problemPlace: place }) },
  })
}

const storeLines = (
  tx: Tx,
  uploadId: string,
  lines: readonly FilePayment[],
): Promise<number> => tx.$executeRaw`
  insert into payment_lines (upload_id, number, batch, batch_id, debtor_iban, debtor_bic, debtor_name, due_on, amount,
                             currency, account, iban, name, end_to_end_id, instruction_id, uetr, remittance,
                             ultimate_creditor, supplier, iban_digest, payment_digest)
  select ${uploadId}::uuid, number, batch, "batchId", "debtorIban", "debtorBic", "debtorName", "dueOn"::date,
         amount::numeric, currency, account, iban, name, "endToEndId", "instructionId", uetr, remittance,
         "ultimateCreditor", decode(supplier, 'hex'), decode("ibanDigest", 'hex'), decode("paymentDigest", 'hex')
    from jsonb_to_recordset(${storableJson(lines.map(rowOf))}::jsonb) as line(
         number int, batch int, "batchId" text, "debtorIban" text, "debtorBic" text, "debtorName" text, "dueOn" text,
         amount text, currency text, account text, iban text, name text, "endToEndId" text, "instructionId" text,
         uetr text, remittance text, "ultimateCreditor" text, supplier text, "ibanDigest" text, "paymentDigest" text)
      on conflict do nothing`

const hex = (digest: Uint8Array | null) => digest && hexOf(digest)

const rowOf = ({ otherAccount, ...line }: FilePayment) => ({
  ...line,
  iban: line.iban?.slice(0, MAX_IBAN_LENGTH) ?? null,
  dueOn: line.dueOn !== null && isDay(line.dueOn) ? line.dueOn : null,
  supplier: line.iban === null ? null : hex(supplierDigest(line.name, line.debtorIban)),
  ibanDigest: line.iban === null ? null : hex(paidIbanDigest(line.iban)),
  paymentDigest: hex(paymentDigest({ ...line, otherAccount })),
})
