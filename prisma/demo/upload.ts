import { randomUUID } from 'node:crypto'
import { activeConnection } from '@/lib/connections/active.server'
import { sha256 } from '@/lib/platform/crypto.server'
import type { Tx } from '@/lib/platform/db.server'
import { changesOf, noCounts } from '@/lib/uploads/counts'
import { insertUpload, keepOriginal } from '@/lib/uploads/intake/ingest.server'
import { RowStore } from '@/lib/uploads/intake/store.server'
import { recordSpending } from '@/lib/usage/ledger.server'
import { recordAnswers } from '@/lib/verifications/answers.server'
import { demoIban } from './accounts'
import { answerOf } from './answer'
import { DEMO_CHECKS, type DemoCheck, NEW_PAYEES } from './checks'
import type { DemoPeople } from './people'

type Row = { row: number; iban: string; country: string; name: string; reference: string; check: DemoCheck }

/** Every payee once, with the account it always has. */
function rowsOf(checks: DemoCheck[], run: string): Row[] {
  return checks.map((check, n) => ({
    row: n + 1,
    iban: demoIban(check.country, n + 200),
    country: check.country,
    name: check.name,
    reference: `${run}-${n + 1}`,
    check,
  }))
}

/** Never sent, because its IBAN is wrong. */
const WRONG = 'DE00370400440532013000;Nobody & Co;PR-7399'
const fileOf = (rows: Row[]): string =>
  ['IBAN;Payee;Reference', ...rows.map(({ iban, name, reference }) => `${iban};${name};${reference}`), WRONG]
    .map((line) => `${line}\r\n`)
    .join('')

type DemoUpload = {
  at: Date
  fileName: string
  paused?: boolean
}

/**
 * An upload with everything that belongs to one: sent and answered, or paused before anything was sent.
 * @returns how many checks it made
 */
export async function seedUpload(
  tx: Tx,
  people: DemoPeople,
  { at, fileName, paused }: DemoUpload,
): Promise<number> {
  const connection = await activeConnection()
  if (!connection) return 0
  const rows = rowsOf(paused ? NEW_PAYEES : DEMO_CHECKS, `PR-${at.toISOString().slice(5, 10)}`)
  const original = Buffer.from(fileOf(rows))
  const plan = {
    uploadId: randomUUID(),
    userId: people.analyst,
    connectionId: connection.id,
    bulkSize: 2_000,
  }
  await insertUpload(
    tx,
    {
      rows: rows.length + 1,
      kept: rows.length,
      hash: sha256(original),
      fileName,
      table: { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false },
      map: { iban: 0, name: [1], instead: [], reference: 2, note: null },
      headers: ['IBAN', 'Payee', 'Reference'],
    },
    plan,
  )
  const store = new RowStore(tx, plan)
  await store.add([
    ...rows.map(({ check: _, ...row }) => ({ ...row, note: null, edited: false })),
    { row: rows.length + 1, skipped: 'iban_checksum' as const },
  ])
  await store.finish()
  await keepOriginal(tx, plan.uploadId, original)
  const comparison = { at: at.toISOString(), edited: 0 }
  await tx.upload.update({ where: { id: plan.uploadId }, data: { comparison } })
  if (paused) {
    const data = { state: 'paused', pauseReason: 'user', createdAt: at } as const
    await tx.upload.update({ where: { id: plan.uploadId }, data })
    await asked(tx, plan.uploadId, at)
  } else await answerAll(tx, rows, { ...plan, bulkId: store.bulkIds[0] ?? '', at })
  return rows.length
}

const asked = (tx: Tx, uploadId: string, at: Date) =>
  tx.$executeRaw`update verifications set created_at = ${at}::timestamptz where upload_id = ${uploadId}::uuid`

type Sent = { uploadId: string; bulkId: string; userId: string; connectionId: string; at: Date }

/** As the worker would have left it: bulk, attempt, answers, counts, credits. */
async function answerAll(tx: Tx, rows: Row[], { uploadId, bulkId, userId, connectionId, at }: Sent) {
  await asked(tx, uploadId, at)
  const checks = await tx.verification.findMany({
    where: { uploadId },
    select: { id: true, itemIndex: true },
  })
  const moves = await recordAnswers(
    tx,
    checks.flatMap(({ id, itemIndex }) => {
      const row = rows[itemIndex ?? -1]
      return row ? [{ verificationId: id, answer: answerOf(row.check), durationMs: 1_900 }] : []
    }),
  )
  const changes = changesOf(
    moves.flatMap(({ outcome }) =>
      outcome === 'not_sent' ? [] : [{ from: 'waiting' as const, to: outcome, rows: 1 }],
    ),
  )
  const counts = { ...noCounts(), ...changes, waiting: 0 }
  const done = new Date(at.getTime() + 90_000)
  await tx.upload.update({
    where: { id: uploadId },
    data: {
      state: 'completed',
      createdAt: at,
      finishedAt: done,
      countMatch: counts.match,
      countCloseMatch: counts.close_match,
      countNoMatch: counts.no_match,
      countAccountNotVerifiable: counts.account_not_verifiable,
      countFailed: counts.failed,
      countWaiting: 0,
    },
  })
  const upstreamId = randomUUID()
  await tx.bulk.update({
    where: { id: bulkId },
    data: { state: 'completed', upstreamId, answered: rows.length, acceptedAt: at, completedAt: done },
  })
  const attempt = await tx.attempt.create({
    data: { bulkId, connectionId, state: 'accepted', upstreamId, claimedAt: at, endedAt: at, createdAt: at },
  })
  await recordSpending(tx, { kind: 'bulk', attemptId: attempt.id, userId, credits: rows.length })
  await tx.$executeRaw`update credit_entries set at = ${at}::timestamptz where attempt_id = ${attempt.id}::uuid`
}
