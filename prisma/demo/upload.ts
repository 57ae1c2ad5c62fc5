import { randomUUID } from 'node:crypto'
import { activeConnection } from '@/lib/connections/active.server'
import { sha256 } from '@/lib/platform/crypto.server'
import type { Tx } from '@/lib/platform/db.server'
import { insertUpload, keepOriginal } from '@/lib/uploads/intake/ingest.server'
import { RowStore } from '@/lib/uploads/intake/store.server'
import { recordSpending, recordUnknown } from '@/lib/usage/ledger.server'
import { recordAnswers } from '@/lib/verifications/answers.server'
import { answerOf } from './answer'
import type { DemoPeople } from './people'
import type { DemoRow, DemoUpload } from './uploads'

const MINUTE = 60_000
/** A slow machine may take long as a whole: what hangs ends by the limits of its statement. */
export const SEED_TIMEOUTS = { timeout: 24 * 60 * MINUTE }
const HEADERS = ['IBAN', 'Payee', 'Reference']

type Line = { row: number; iban: string; country: string; name: string; reference: string }

const linesOf = (rows: DemoRow[], at: Date): Line[] =>
  rows.map(({ iban, check: { name, country } }, n) => {
    const reference = `PR-${at.toISOString().slice(5, 10)}-${n + 1}`
    return { row: n + 1, iban, country, name, reference }
  })

/** The last row of the file was not sent, because two digits of its IBAN are swapped. */
const fileOf = (lines: Line[]): string =>
  [HEADERS.join(';'), ...lines.map(({ iban, name, reference }) => `${iban};${name};${reference}`)]
    .concat('DE98370400440532013000;Lagerhaus Fink GmbH;PR-7399')
    .map((line) => `${line}\r\n`)
    .join('')

/** How the file was read: a CSV file, or a payment file. */
const CSV = {
  table: { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false },
  map: { iban: 0, name: [1], instead: [], reference: 2, note: null },
} satisfies Pick<Parameters<typeof insertUpload>[1], 'table' | 'map'>
const PAYMENTS = {
  table: {
    format: 'payments',
    encoding: 'utf-8',
    delimiter: ';',
    headerRow: null,
    lineEnd: 'none',
    bom: false,
  },
  map: { iban: 2, name: [1], instead: [], reference: 0, note: null },
} satisfies Pick<Parameters<typeof insertUpload>[1], 'table' | 'map'>

type UploadContext = { uploadId: string; userId: string; connectionId: string; at: Date }

/**
 * Creates an upload as intake and worker would leave it.
 * @returns the number of its checks
 */
export async function seedDemoUpload(tx: Tx, people: DemoPeople, upload: DemoUpload): Promise<number> {
  const connection = await activeConnection()
  if (!connection) return 0
  const { at, fileName, rows, batch, outcome, paymentFile } = upload
  const lines = linesOf(rows, at)
  const original = Buffer.from(paymentFile?.xml ?? fileOf(lines))
  const context = {
    uploadId: paymentFile?.id ?? randomUUID(),
    userId: people.analyst,
    connectionId: connection.id,
    at,
  }
  const plan = { ...context, bulkSize: batch }
  await insertUpload(
    tx,
    {
      rows: rows.length + (paymentFile ? 0 : 1),
      kept: rows.length,
      hash: sha256(original),
      fileName,
      ...(paymentFile ? PAYMENTS : CSV),
    },
    plan,
  )
  const store = new RowStore(tx, plan, rows.length)
  await store.add([
    ...lines.map((line) => ({ ...line, note: null, edited: false })),
    ...(paymentFile ? [] : [{ row: rows.length + 1, skipped: 'iban_checksum' as const }]),
  ])
  await store.finish()
  await keepOriginal(tx, context.uploadId, original)
  const comparison = { at: at.toISOString(), edited: 0 }
  await tx.upload.update({
    where: { id: context.uploadId },
    data: { comparison, createdAt: at, state: 'processing' },
  })
  if (outcome === 'awaiting_approval' || outcome === 'approved')
    await requestApproval(tx, people, upload, context)
  if (outcome !== 'awaiting_approval') await answerBulks(tx, upload, context, store.bulkIds)
  await tx.$executeRaw`
    update verifications set created_at = ${at}::timestamptz,
           answered_at = case when answered_at is not null then ${at}::timestamptz + interval '90 seconds' end
     where upload_id = ${context.uploadId}::uuid`
  return rows.length
}

async function requestApproval(
  tx: Tx,
  people: DemoPeople,
  { rows, outcome, at }: DemoUpload,
  { uploadId }: UploadContext,
) {
  await tx.uploadApproval.create({
    data: { uploadId, causes: ['upload'], credits: rows.length, askedAt: at },
  })
  const decided = {
    approved: true,
    decidedById: people.second,
    decidedAt: new Date(at.getTime() + 25 * MINUTE),
  }
  if (outcome === 'approved') return tx.uploadApproval.update({ where: { uploadId }, data: decided })
  return tx.upload.update({ where: { id: uploadId }, data: { state: 'paused', pauseReason: 'approval' } })
}

/** Answers the batches in order, except the last one of an upload with an unknown outcome. */
async function answerBulks(
  tx: Tx,
  { rows, batch, outcome, at }: DemoUpload,
  context: UploadContext,
  bulkIds: string[],
) {
  for (const [n, bulkId] of bulkIds.entries()) {
    const part = rows.slice(n * batch, (n + 1) * batch)
    const sentAt = new Date(at.getTime() + n * 2 * MINUTE)
    if (outcome === 'unknown' && n === bulkIds.length - 1)
      await loseResponse(tx, bulkId, { ...context, at: sentAt })
    else await answerBulk(tx, bulkId, part, { ...context, at: sentAt })
  }
  await tx.$executeRaw`
    update uploads u
       set count_match = c.match, count_close_match = c.close, count_no_match = c.none,
           count_account_not_verifiable = c.not_verifiable, count_failed = c.failed, count_unknown = c.unknown, count_waiting = 0,
           state = (case when c.unknown > 0 then 'paused' else 'completed' end)::upload_state,
           pause_reason = (case when c.unknown > 0 then 'unknown' end)::pause_reason,
           finished_at = case when c.unknown = 0 then ${at}::timestamptz + interval '90 seconds' * ${bulkIds.length}::int end
      from (select count(*) filter (where match_result = 'match') as match,
                   count(*) filter (where match_result = 'close_match') as close,
                   count(*) filter (where match_result = 'no_match') as none,
                   count(*) filter (where match_result = 'account_not_verifiable') as not_verifiable,
                   count(*) filter (where status = 'failed') as failed,
                   count(*) filter (where status = 'unknown') as unknown
              from verifications where upload_id = ${context.uploadId}::uuid) c
     where u.id = ${context.uploadId}::uuid`
}

async function answerBulk(
  tx: Tx,
  bulkId: string,
  rows: DemoRow[],
  { userId, connectionId, at }: UploadContext,
) {
  const checks = await tx.verification.findMany({ where: { bulkId }, select: { id: true, itemIndex: true } })
  await recordAnswers(
    tx,
    checks.flatMap(({ id, itemIndex }) => {
      const row = rows[itemIndex ?? -1]
      return row ? [{ verificationId: id, answer: answerOf(row.check), durationMs: 1_900 }] : []
    }),
  )
  const upstreamId = randomUUID()
  const completedAt = new Date(at.getTime() + 1.5 * MINUTE)
  await tx.bulk.update({
    where: { id: bulkId },
    data: { state: 'completed', upstreamId, answered: rows.length, acceptedAt: at, completedAt },
  })
  const attempt = await tx.attempt.create({
    data: { bulkId, connectionId, state: 'accepted', upstreamId, claimedAt: at, endedAt: at, createdAt: at },
  })
  await recordSpending(tx, { kind: 'bulk', attemptId: attempt.id, userId, credits: rows.length })
  await backdateSpending(tx, attempt.id, at)
}

/** Records that the response to a batch was lost. */
async function loseResponse(tx: Tx, bulkId: string, { userId, connectionId, at }: UploadContext) {
  const sendDeadline = new Date(at.getTime() + 1.2 * MINUTE)
  await tx.bulk.update({ where: { id: bulkId }, data: { state: 'unknown' } })
  await tx.verification.updateMany({ where: { bulkId }, data: { status: 'unknown' } })
  const attempt = await tx.attempt.create({
    data: {
      ...{ bulkId, connectionId, state: 'unknown', claimedAt: at, createdAt: at, sendDeadline },
      ...{ payloadSha256: sha256(bulkId), errorClass: 'upstream_timeout', endedAt: sendDeadline },
    },
  })
  await recordUnknown(tx, { kind: 'bulk', attemptId: attempt.id, userId })
  await backdateSpending(tx, attempt.id, at)
}

const backdateSpending = (tx: Tx, attemptId: string, at: Date) =>
  tx.$executeRaw`update credit_entries set at = ${at}::timestamptz where attempt_id = ${attemptId}::uuid`
