import '@/lib/platform/testing/settings'
import { beforeAll, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { exportHistory, exportUploadRows } from '@/lib/exports/export.server'
import { historyExport, historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import type { FileStream } from '@/lib/http/download.server'
import { db } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { periodsSetting } from '@/lib/retention/cutoff.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { searchRows } from '@/lib/uploads/rows.server'
import { rowsSearch } from '@/lib/uploads/schema'
import { readVerification } from '@/lib/verifications/record/queries.server'
import { revealVerification } from '@/lib/verifications/record/reveal.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const SENTENCE = 'belongs to Anna Rossi'
const ANSWERS = [
  { statusReason: SENTENCE },
  { statusReason: 'institution_timeout' },
  { statusReason: 'AC01' },
  { unrecognised: 'Rossi', statusReason: null },
]
let uploadId: string
let ids: string[]
let [admin, reviewer]: Person[] = []

ownDatabase()
beforeAll(async () => {
  admin = await insertPerson('admin')
  reviewer = await insertPerson('reviewer')
  const requestedById = (await insertPerson('analyst')).actor.id
  const counts = { fileRows: 4, total: 4, notSent: 0, countFailed: 4 }
  const upload = await db().upload.create({
    data: { fileName: 'may.csv', fileHash: '0', reading: {}, createdById: requestedById, ...counts },
  })
  uploadId = upload.id
  const checks = ANSWERS.map((answer) =>
    db().verification.create({
      data: { ...PLAIN_CHECK, ...answer, status: 'failed', requestedById, uploadId },
    }),
  )
  ids = (await Promise.all(checks)).map(({ id }) => id)
  await db().uploadRow.createMany({
    data: ids.map((verificationId, at) => ({ uploadId, number: at + 1, verificationId })),
  })
})

const textOf = async ({ pieces }: FileStream) =>
  Buffer.concat(await Array.fromAsync(pieces, (piece) => Buffer.from(piece))).toString()

/** Everything that shows this person why checks failed. */
async function seenBy(by: Person): Promise<string[]> {
  const shown = [
    ...ids.map((id) => readVerification(id, by.actor)),
    searchVerifications(historyInput.parse({ environment: 'live' }), by.actor),
    searchRows(uploadId, rowsSearch.parse({}), by.actor),
  ]
  const files = [
    exportHistory(historyExport.parse({ format: 'json' }), 'en', by),
    exportUploadRows(uploadId, 'csv', 'en', by),
  ]
  return Promise.all([
    ...shown.map(async (view) => JSON.stringify(await view)),
    ...files.map(async (file) => textOf(await file)),
  ])
}
const count = (texts: string[], what: RegExp) => texts.filter((text) => what.test(text)).length

it('a text that the bank service sent in the place of a reason is hidden from masked roles', async () => {
  const plain = await seenBy(reviewer as Person)
  expect(count(plain, /Rossi/)).toBe(6)
  const masked = await seenBy(admin as Person)
  expect(count(masked, /rossi/i)).toBe(0)
  expect(count(masked, /institution_timeout|The bank did not answer in time/)).toBe(5)
  expect(count(masked, /AC01/)).toBe(5)
})

it('such a text is shown with the other values of a check that is revealed', async () => {
  const revealed = await Promise.all(
    ids.map((id) => revealVerification(id, 'the supplier is on the phone', admin as Person)),
  )
  expect(revealed).toMatchObject(ANSWERS)
})

it('such a text is hidden from everybody in exports of older checks', async () => {
  await periodsSetting.save({ ...DEFAULT_PERIODS, maskMonths: 6 })
  await db().$executeRaw`update verifications set created_at = now() - interval '7 months'`
  expect(await textOf(await exportUploadRows(uploadId, 'json', 'en', reviewer as Person))).not.toMatch(
    /rossi/i,
  )
})
