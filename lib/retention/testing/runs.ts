import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createTestRun, storeAnswers, storeRelease } from '@/lib/payments/testing/run'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { nightlySchedule } from '@/lib/retention/cutoff.server'
import { decideErasure, requestErasure } from '@/lib/retention/erasure/request.server'
import { runNight } from '@/lib/retention/night.server'
import { allowRedaction } from '@/lib/retention/strip.server'
import { type DataSubject, readSubject } from '@/lib/retention/subject'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'
import type { FilePayment } from '@/lib/tables/payments/line'

export type RetentionOffice = { admin: Person; analyst: Person; reviewer: Person }

/** People, and a connection to a provider that doesn't answer: tests store the answers. */
export async function createRetentionOffice(): Promise<RetentionOffice> {
  await insertConnection()
  return {
    admin: await insertPerson('admin', 'reviewer'),
    reviewer: await insertPerson('reviewer'),
    analyst: await insertPerson(),
  }
}

/** Each call runs retention for another day, because it runs only once a day. */
let offset = 0
export async function runNextNight() {
  const { today } = await nightlySchedule()
  offset += 1
  const day = new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10)
  return runNight(day)
}

/** A released run of these payees. A confirmation and a bank report name them too. */
export async function createReleasedRun(
  office: RetentionOffice,
  lines: FilePayment[],
): Promise<{ id: string; releaseId: string; reportId: string }> {
  const id = await createTestRun(office.analyst, lines, { file: { messageId: `MSG ${lines[0]?.name}` } })
  const numbers = lines.filter(({ iban }) => iban !== null).map(({ number }) => number)
  await storeAnswers(id, Object.fromEntries(numbers.map((number) => [number, 'match' as const])))
  await db().upload.update({ where: { id }, data: { state: 'completed' } })
  const releaseId = await storeRelease(id, office.reviewer.actor.id, numbers)
  for (const part of ['released', 'held', 'manifest']) {
    const cipher = encrypt(part, `payment_files|cipher|${releaseId}:${part}`)
    const file = { fileName: `${lines[0]?.name}.xml`, mediaType: 'application/xml', bytes: 8, sha256: '0' }
    await db().paymentFile.create({ data: { releaseId, part, cipher, ...file } })
  }
  const by = { uploadId: id, number: 1, byId: office.reviewer.actor.id }
  const callBack = { ...CALL_BACK, person: `${lines[0]?.name} himself` }
  await db().paymentConfirmation.create({ data: { ...by, kind: 'new_iban', callBack } })
  await db().paymentConfirmation.create({
    data: { ...by, kind: 'not_duplicate', reason: `${lines[0]?.name} asked` },
  })
  return { id, releaseId, reportId: await createReport(office, id, lines) }
}

/** A bank report on these payments, joined to a run or to none. @returns its ID */
export async function createReport(
  office: RetentionOffice,
  uploadId: string | null,
  lines: FilePayment[],
): Promise<string> {
  const totals = { lines: lines.length, joined: lines.length, counted: 0, ambiguous: 0, unmatched: 0 }
  const { id } = await db().paymentReport.create({
    data: {
      ...{
        kind: 'pain002',
        about: 'vop',
        fileName: `${lines[0]?.name}.xml`,
        bytes: 1,
        sha256: '0'.repeat(64),
      },
      ...(uploadId && { uploadId, number: 1, joinedById: office.analyst.actor.id }),
      receivedById: office.analyst.actor.id,
      cipher: encrypt('x', 'payment_reports|cipher|x'),
      summary: { totals, legend: [`For ${lines[0]?.name}`], messageIds: [], levels: [], notes: [] },
      reportLines: {
        create: lines.map(({ number, name, iban }) => ({
          ...{ position: number, join: 'joined', code: 'RVMC', name, iban },
          ...(uploadId && { uploadId, number }),
          ...{ texts: [`${name} Ltd`], bankName: `${name} Ltd` },
        })),
      },
    },
  })
  return id
}

const AGES = [
  ['uploads', 'created_at', 'id'],
  ['verifications', 'created_at', 'upload_id'],
  ['payment_runs', 'created_at', 'upload_id'],
  ['payment_releases', 'released_at', 'upload_id'],
  ['payment_reports', 'received_at', 'upload_id'],
]

/** Makes the data of payees this many days older: those of one upload, or all. */
export async function ageData(days: number, uploadId?: string): Promise<void> {
  for (const [table, time, upload] of AGES)
    await asRetention(`update ${table} set ${time} = ${time} - interval '${days} days'
      ${uploadId === undefined ? '' : `where ${upload} = '${uploadId}'`}`)
}

/** Runs a statement that only retention may run. */
export const asRetention = (statement: string) =>
  db().$transaction(async (tx) => {
    await allowRedaction(tx)
    await tx.$executeRawUnsafe(statement)
  })

/** How many files of a run are left. */
export const countFiles = async (id: string) => ({
  original: await db().uploadOriginal.count({ where: { uploadId: id } }),
  files: await db().paymentFile.count({ where: { release: { uploadId: id } } }),
  reports: await db().paymentReport.count({ where: { uploadId: id, cipher: { not: null } } }),
})
export const subjectOf = (kind: 'iban' | 'name', value: string) => readSubject({ kind, value }) as DataSubject
/** Requests an erasure and confirms it. */
export const eraseSubject = async ({ admin, reviewer }: RetentionOffice, subject: DataSubject) => {
  const { id } = await requestErasure({ subject, reason: 'letter' }, admin)
  await decideErasure(id, true, reviewer)
}
