import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { uploadPack } from '@/lib/exports/evidence/pack.server'
import { evidenceSigningKey } from '@/lib/exports/evidence/signing.server'
import { exportReportTable } from '@/lib/exports/report-table.server'
import { packBytes, verdictOf } from '@/lib/exports/testing/pack'
import { createSigningKey } from '@/lib/exports/testing/tamper'
import { tamperedRuns } from '@/lib/exports/testing/tamper-run'
import { confirmLines } from '@/lib/payments/confirm/confirm.server'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import {
  createAnsweredRun,
  newPayments,
  readReleaseFile,
  release,
} from '@/lib/payments/release/testing/fixtures'
import { recordHeldNotSent, withdrawRelease } from '@/lib/payments/release/withdraw.server'
import { loadReport, makeReportBytes } from '@/lib/payments/reports/testing/fixtures'
import { createPeople } from '@/lib/payments/testing/people'
import { readGates } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { reopenReview } from '@/lib/reviews/decision/undo.server'
import { recordAnswers } from '@/lib/verifications/answers.server'

process.env.SIGNING_KEY = createSigningKey()
const [analyst, reviewer, second] = await createPeople()
const loader = await insertPerson('reviewer')
let genuine: Uint8Array
beforeAll(async () => {
  genuine = await packOf(await busyRun())
})

const approve = async (verificationId: string, by: Person) => {
  const { id, evidenceHash } = await db().review.findUniqueOrThrow({ where: { verificationId } })
  const input = { decision: 'approve' as const, reason: 'spelling_or_accent', evidenceHash }
  await decideReview(id, { ...input, correctedName: 'Registered Holder' }, by)
  return id
}

const bankCheckOf = async (uploadId: string, number: number): Promise<string> => {
  const line = await db().paymentReportLine.findFirstOrThrow({ where: { uploadId, number } })
  return line.verificationId ?? ''
}

/** The row failed and somebody else checked the same names again. */
async function checkAgain(uploadId: string, number: number): Promise<string> {
  const row = await db().uploadRow.findUniqueOrThrow({
    where: { uploadId_number: { uploadId, number } },
    include: { verification: true },
  })
  const { iban = '', name = '' } = row.verification ?? {}
  const { id } = await db().verification.create({
    data: {
      ...{ environment: 'live', source: 'single', iban, name, nameSearch: name, country: 'DE' },
      ...{ status: 'pending', requestedById: second.actor.id },
    },
  })
  const answer = {
    ...{
      status: 'completed' as const,
      matchResult: 'close_match' as const,
      matchedName: 'Registered Holder',
    },
    ...{ statusReason: null, unrecognised: null, enrichment: null, upstreamId: null },
  }
  await db().$transaction((tx) => recordAnswers(tx, [{ verificationId: id, answer }]))
  return id
}

/** A run in which everything happened that can: five payments, one of them paid before. */
async function busyRun(): Promise<string> {
  const lines = newPayments(5)
  const earlier = await createAnsweredRun(analyst, lines.slice(3, 4))
  const results = ['match', 'match', null, 'match', 'match'] as const
  const id = await createAnsweredRun(analyst, lines, [...results], 'BUSY-1')
  await release(earlier, reviewer)
  await computeGates(id)
  await confirmLines(id, { kind: 'not_duplicate', lines: [4], reason: 'A second invoice.' }, second)
  await release(id, reviewer, [1])
  await withdrawRelease(id, 1, reviewer)
  await release(id, reviewer, [1])
  for (const part of ['released', 'held'] as const) await readReleaseFile(id, 2, part, analyst)
  await recordHeldNotSent(id, 2, second)
  const answers = lines.map(({ endToEndId }) => ({ endToEndId: endToEndId ?? '', code: 'RCVC' }))
  Object.assign(answers[1] ?? {}, { code: 'RVMC', texts: ['Registered Holder'] })
  const { id: reportId } = await loadReport(
    makeReportBytes('BUSY-1', [], { batches: [{ id: 'B-1', lines: answers }] }),
    loader,
  )
  await exportReportTable(reportId, 'csv', loader)
  const bank = await bankCheckOf(id, 2)
  const review = await approve(bank, reviewer)
  await reopenReview(review, 'Ask again', second)
  await approve(bank, second)
  await approve(await checkAgain(id, 3), reviewer)
  await computeGates(id)
  expect(await readGates(id)).toEqual({
    1: 'clear match',
    2: 'corrected bank_name_adopted',
    3: 'corrected bank_name_adopted',
    4: 'clear match',
    5: 'clear match',
  })
  await release(id, reviewer, [2, 3, 4, 5])
  await readReleaseFile(id, 3, 'released', analyst)
  return id
}

const packOf = async (id: string) => packBytes(await uploadPack(id, 'en', second))
const jsonl = (bytes: Uint8Array | undefined) =>
  new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The output of `npm run evidence:verify`, which must fail. */
const sentencesOn = (file: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const args = [
      '--import',
      './scripts/register.mjs',
      'scripts/evidence-verdict.ts',
      file,
      evidenceSigningKey().fingerprint,
    ]
    execFile('node', args, { env: { ...process.env, NODE_OPTIONS: '' } }, (error, stdout) =>
      error?.code === 1 ? resolve(stdout.split('\n')) : reject(error ?? new Error(stdout)),
    )
  })

describe('the evidence pack of a payment run', () => {
  it('has every audit entry of the run, its releases, reports, confirmations, decisions and reopenings', async () => {
    expect(await verdictOf(genuine)).toMatchObject({ genuine: true, payments: { releases: 3, files: 2 } })
    const files = unzipSync(genuine)
    const actions = jsonl(files['audit.jsonl']).flatMap(({ entry }) => (entry ? [entry.action] : []))
    expect(actions).toEqual([
      'upload.created',
      'upload.compared',
      'payment_run.lines_confirmed',
      'payment.released',
      'payment.withdrawn',
      'payment.released',
      'payment.file_downloaded',
      'payment.file_downloaded',
      'payment.held_not_sent',
      'payment.report_received',
      'payment.report_joined',
      'payment.report_exported',
      'review.approved',
      'review.reopened',
      'review.approved',
      'review.approved',
      'payment.released',
      'payment.file_downloaded',
      'evidence.exported',
    ])
    expect(jsonl(files['decisions.jsonl'])).toMatchObject([
      { kind: 'approve', row: 2, undone: true },
      { kind: 'reopen', row: 2 },
      { kind: 'approve', row: 2, undone: false },
    ])
  })

  it('has the policy and the longest name with which each release was made', async () => {
    const files = unzipSync(genuine)
    const terms = { policy: DEFAULT_PAYMENT_POLICY, nameCap: 70 }
    const [{ run }] = jsonl(files['payments/run.json'])
    expect(run.releasesMade).toMatchObject([terms, terms, terms])
    for (const number of [1, 2, 3]) {
      const [manifest] = jsonl(files[`payments/release-${number}/release.json`])
      expect(manifest).toMatchObject({ version: 2, release: terms })
    }
  })

  it('is rejected when anything of it was altered, with a sentence that names what', async () => {
    const altered = tamperedRuns(genuine)
    expect(altered).toHaveLength(11)
    const folder = mkdtempSync(join(tmpdir(), 'accord-run-'))
    const printed = altered.map(async ({ change, pack, kind, path, entry }, n) => {
      expect(await verdictOf(pack), change).toMatchObject({ genuine: false, kind, path, seq: entry ?? null })
      const file = join(folder, `${n}.zip`)
      writeFileSync(file, pack)
      return { change, path, entry, said: await sentencesOn(file) }
    })
    for (const { change, path, entry, said } of await Promise.all(printed)) {
      expect(said[0], change).toBe('Not genuine.')
      expect(said[1]?.startsWith(`${path} `), change).toBe(true)
      expect(said.includes(`Audit log entry: ${entry}`), change).toBe(entry !== undefined)
    }
  })
})
