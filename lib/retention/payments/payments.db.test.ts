import { describe, expect, it } from 'vitest'
import { paidIbanDigest, supplierDigest } from '@/lib/payments/lines/digests.server'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { createRun } from '@/lib/payments/lines/store.server'
import { downloadFile } from '@/lib/payments/release/download.server'
import {
  createTestRun,
  DEBTOR,
  numberLines,
  ordersOf,
  paymentTo,
  readGates,
  storeAnswers,
  storeRelease,
  uploadOrders,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { previewEffect } from '@/lib/retention/effect.server'
import { finishErasures, reopenErasures, subjectDigest } from '@/lib/retention/erasure/erase.server'
import { searchSubject } from '@/lib/retention/erasure/request.server'
import { fileDeletionOf } from '@/lib/retention/file-deletion.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { allowRedaction } from '@/lib/retention/strip.server'
import { dumpDatabase, findValues } from '@/lib/retention/testing/dump'
import { paymentNaming, uncheckablePaymentNaming } from '@/lib/retention/testing/payees'
import {
  ageData,
  asRetention,
  countFiles,
  createReleasedRun,
  createReport,
  createRetentionOffice,
  eraseSubject,
  runNextNight,
  subjectOf,
} from '@/lib/retention/testing/runs'

const office = await createRetentionOffice()

const known = async (digest: Uint8Array | null, by: 'supplier' | 'ibanDigest') =>
  db().supplierIban.count({ where: { [by]: new Uint8Array(digest ?? []) } })

describe('the nightly retention run', () => {
  it('deletes files of releases and bank reports after the period for files, and keeps their lines', async () => {
    const { id } = await createReleasedRun(office, numberLines(paymentNaming(720_001, 'Xerxes Quillfeather')))
    expect(await countFiles(id)).toEqual({ original: 1, files: 3, reports: 1 })
    await ageData(32, id)
    expect((await previewEffect(DEFAULT_PERIODS)).tonight.originals).toBe(5)
    expect((await runNextNight())?.purged).toMatchObject({ originals: 5, checks: 0 })
    expect(await countFiles(id)).toEqual({ original: 0, files: 0, reports: 0 })
    const file = { id, number: 1, part: 'released' } as const
    expect(await refusalOf(downloadFile(file, office.reviewer))).toBe('410 release_file_gone')
    expect(await db().paymentLine.findFirst({ where: { uploadId: id } })).toMatchObject({
      name: 'Xerxes Quillfeather',
    })
  })

  it('keeps the original of an open run, shows that it does, and deletes it after 90 days', async () => {
    const id = await createTestRun(office.analyst, numberLines(paymentTo(720_002)))
    const { createdAt } = await db().upload.findUniqueOrThrow({ where: { id } })
    expect(await fileDeletionOf({ id, createdAt: createdAt.toISOString() })).toMatchObject({ open: true })
    await storeAnswers(id, { 1: 'match' })
    await db().upload.update({ where: { id }, data: { state: 'completed' } })
    await ageData(60, id)
    expect((await previewEffect(DEFAULT_PERIODS)).tonight.originals).toBe(0)
    await runNextNight()
    expect(await countFiles(id)).toMatchObject({ original: 1 })
    await ageData(31, id)
    await runNextNight()
    expect(await countFiles(id)).toMatchObject({ original: 0 })
  })

  it('keeps the original as long as another check may still clear a held line, and not for a final reason', async () => {
    const leftOut = await createTestRun(office.analyst, numberLines(paymentTo(720_030), paymentTo(720_031)), {
      rows: { 1: { skipped: 'left_out' } },
    })
    const final = await createTestRun(
      office.analyst,
      numberLines(paymentTo(720_032, { amount: null }), paymentTo(720_033)),
    )
    for (const id of [leftOut, final]) {
      await storeAnswers(id, { 2: 'match' })
      await storeRelease(id, office.reviewer.actor.id, [2])
      await db().upload.update({ where: { id }, data: { state: 'completed' } })
      await ageData(60, id)
    }
    await runNextNight()
    expect([(await countFiles(leftOut)).original, (await countFiles(final)).original]).toEqual([1, 0])
  })

  it('removes every name and IBAN of an old run from every table, and keeps amounts, gates and codes', async () => {
    const name = 'Otto Brambleworth'
    const line = paymentNaming(720_003, name)
    const { id, reportId } = await createReleasedRun(
      office,
      numberLines(line, { ...line, account: 'none', iban: null, number: 2 }),
    )
    const bare = `texts = '{}', bank_name = null, message_id = null, batch_id = null, end_to_end_id = null,
      instruction_id = null, uetr = null, iban = null, name = null`
    await asRetention(`update payment_report_lines set ${bare}, code = 'CODENAME', reason_code = 'AC01 TO ZELDA CODETEXT'
      where report_id = '${reportId}' and position = 2`)
    await ageData(430, id)
    const texts = ['Brambleworth', line.iban ?? '', 'CODETEXT', 'CODENAME']
    expect(findValues(await dumpDatabase(), texts)).toHaveLength(4)
    await runNextNight()
    expect(findValues(await dumpDatabase(), texts)).toEqual([])
    const [run, kept, said] = [
      await db().paymentRun.findUnique({ where: { uploadId: id } }),
      await db().paymentLine.findMany({ where: { uploadId: id }, orderBy: { number: 'asc' } }),
      await db().paymentReportLine.findFirst({ where: { reportId, position: 1 } }),
    ]
    expect(run?.purgedAt).toBeInstanceOf(Date)
    expect(kept[0]).toMatchObject({ gate: 'clear', debtorIban: null, debtorName: null, supplier: null })
    expect(`${kept[0]?.amount}`).toBe('100')
    expect(said).toMatchObject({ code: 'RVMC', join: 'joined', texts: [], bankName: null })
    expect(await known(paidIbanDigest(line.iban ?? ''), 'ibanDigest')).toBe(0)
  })
})

describe('an erasure', () => {
  it('removes a payee from runs, reports and the known IBANs of suppliers, and nobody else', async () => {
    const [mine, other] = [
      paymentNaming(720_005, 'Paula Quickstep'),
      paymentNaming(720_006, 'Ines Otherpayee'),
    ]
    const { id, reportId } = await createReleasedRun(office, numberLines(mine, other))
    const wrapped = JSON.stringify([`To ${mine.iban?.slice(0, 8)}\n${mine.iban?.slice(8)}`])
    await asRetention(
      `update payment_reports set summary = jsonb_set(summary, '{legend}', '${wrapped}') where id = '${reportId}'`,
    )
    await eraseSubject(office, subjectOf('iban', mine.iban ?? ''))
    const { summary } = await db().paymentReport.findUniqueOrThrow({ where: { id: reportId } })
    expect(summary).toMatchObject({ legend: ['To ▮▮▮'] })
    await eraseSubject(office, subjectOf('name', 'Paula Quickstep'))
    expect(findValues(await dumpDatabase(), ['Quickstep', mine.iban ?? ''])).toEqual([])
    expect(await countFiles(id)).toEqual({ original: 0, files: 0, reports: 0 })
    expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 2 } })).toMatchObject({
      name: 'Ines Otherpayee',
    })
    expect([
      await known(paidIbanDigest(mine.iban ?? ''), 'ibanDigest'),
      await known(supplierDigest('Paula Quickstep', DEBTOR), 'supplier'),
      await known(supplierDigest('Ines Otherpayee', DEBTOR), 'supplier'),
    ]).toEqual([0, 0, 1])
  })

  it('finds a payee who was never checked, and one whom only a bank names', async () => {
    const payee = uncheckablePaymentNaming(720_007, 'Nora Nocheck')
    const id = await createTestRun(office.analyst, numberLines(payee, paymentTo(720_008)))
    const reportId = await createReport(
      office,
      id,
      numberLines(paymentTo(720_008, { name: 'Berta Bankname' })),
    )
    await asRetention(
      `update payment_report_lines set code = 'BENNO', reason_code = 'BENNO' where report_id = '${reportId}'`,
    )
    for (const name of ['Nora Nocheck', 'Berta Bankname', 'Berta Bankname Ltd', 'Benno'])
      await eraseSubject(office, subjectOf('name', name))
    expect(findValues(await dumpDatabase(), ['Nocheck', 'Bankname', 'Benno'])).toEqual([])
    expect(await db().paymentReport.findUnique({ where: { id: reportId } })).toMatchObject({ cipher: null })
  })

  it('removes a payee who was never checked, even if they also pay the line, and the files', async () => {
    const payee = uncheckablePaymentNaming(720_011, 'Nelly Unasked')
    const own = { debtorName: 'Nelly Unasked', batchId: 'Nelly Unasked savings' }
    const { id, reportId } = await createReleasedRun(
      office,
      numberLines(paymentTo(720_012), { ...payee, ...own }),
    )
    const line = { uploadId: id, number: 2, byId: office.reviewer.actor.id }
    await db().paymentConfirmation.create({
      data: { ...line, kind: 'not_duplicate', reason: 'Her +33 1 720 011' },
    })
    await asRetention(`update payment_report_lines set name = null, texts = '{}', bank_name = 'Nelly Asked'
      where report_id = '${reportId}' and position = 2`)
    const { fileHash } = await db().upload.findUniqueOrThrow({ where: { id } })
    const report = { where: { id: reportId }, data: { sha256: '7'.repeat(64) } }
    await db().paymentReport.update(report)
    expect(await countFiles(id)).toEqual({ original: 1, files: 3, reports: 1 })
    await eraseSubject(office, subjectOf('name', 'Nelly Unasked'))
    expect(await countFiles(id)).toEqual({ original: 0, files: 0, reports: 0 })
    const gone = ['Unasked', '+33 1 720 011', 'Nelly Asked', fileHash, report.data.sha256]
    expect(findValues(await dumpDatabase(), gone)).toEqual([])
  })

  it('deletes the files of releases whose name or MsgId mentions the subject', async () => {
    const [byName, byMessage] = [
      await createReleasedRun(office, numberLines(paymentTo(720_013, { name: 'Greta Filename' }))),
      await createReleasedRun(office, numberLines(paymentTo(720_014))),
    ]
    await db().upload.update({ where: { id: byName.id }, data: { fileName: 'Rent Ida Mentioned.xml' } })
    await db().paymentRun.update({
      where: { uploadId: byMessage.id },
      data: { messageId: 'IDA MENTIONED 1' },
    })
    await asRetention(
      `update payment_releases set message_id = 'IDA MENTIONED 1-R1' where upload_id = '${byMessage.id}'`,
    )
    const bySecond = await createReleasedRun(office, numberLines(paymentTo(720_023)))
    const second = { uploadId: bySecond.id, number: 2, messageId: 'IDA MENTIONED 2', batch: 0 }
    await db().paymentMessage.create({ data: second })
    const byReport = await createReport(office, null, numberLines(paymentTo(720_024)))
    await asRetention(
      `update payment_reports set summary = summary || '{"messageIds": ["IDA MENTIONED 3"]}' where id = '${byReport}'`,
    )
    await eraseSubject(office, subjectOf('name', 'Ida Mentioned'))
    expect(await countFiles(byName.id)).toEqual({ original: 1, files: 0, reports: 1 })
    expect(await countFiles(byMessage.id)).toEqual({ original: 0, files: 0, reports: 0 })
    expect(await countFiles(bySecond.id)).toEqual({ original: 0, files: 0, reports: 0 })
    expect(await db().paymentReport.findUnique({ where: { id: byReport } })).toMatchObject({ cipher: null })
    expect(findValues(await dumpDatabase(), ['Mentioned', 'MENTIONED'])).toEqual([])
  })

  it('keeps file names in later releases, whose manifests contain them', async () => {
    const run = await createReleasedRun(office, numberLines(paymentTo(720_021)))
    await asRetention(`update uploads set created_at = now() + interval '1 minute' where id = '${run.id}'`)
    await asRetention(`update payment_files set file_name = 'Rent Lena Lateron.xml' where part = 'released'`)
    await eraseSubject(office, subjectOf('name', 'Lena Lateron'))
    expect(await db().paymentFile.count({ where: { fileName: 'Rent Lena Lateron.xml' } })).toBeGreaterThan(0)
  })

  it('leaves enough to hold the payment when the same file comes again', async () => {
    const lines = numberLines(paymentTo(720_051, { name: 'Dora Paidbefore' }))
    const upload = async () => {
      const id = await uploadOrders(office.analyst, lines, ordersOf(lines, ''))
      await createRun(id, 'pain001')
      await readStoredLines(id)
      await storeAnswers(id, { 1: 'match' })
      return id
    }
    const first = await upload()
    await db().upload.update({ where: { id: first }, data: { state: 'completed' } })
    await storeRelease(first, office.reviewer.actor.id, [1])
    await eraseSubject(office, subjectOf('name', 'Dora Paidbefore'))
    expect(await readGates(await upload())).toEqual({ 1: 'held possible_duplicate' })
  })

  it('has a preview: a search that counts the records and files about the subject', async () => {
    const payee = uncheckablePaymentNaming(720_015, 'Sara Searched')
    await createReleasedRun(office, numberLines(paymentTo(720_016), payee))
    expect(await searchSubject(subjectOf('name', 'sara searched'), office.admin)).toMatchObject({
      ...{ checks: 0, uploads: 0, originals: 1, payments: 1, releaseFiles: 3, reports: 1 },
    })
    const line = paymentTo(720_017, { name: 'Selma Sought' })
    await createReleasedRun(office, numberLines(line))
    const whole = { checks: 1, uploads: 1, originals: 1, payments: 1, releaseFiles: 3, reports: 1 }
    for (const subject of [subjectOf('name', 'Selma Sought'), subjectOf('iban', line.iban ?? '')])
      expect(await searchSubject(subject, office.admin)).toMatchObject(whole)
    const none = { checks: 0, payments: 0, releaseFiles: 0, reports: 0 }
    expect(await searchSubject(subjectOf('name', 'Selma Soughtafter'), office.admin)).toMatchObject(none)
  })

  it('is repeated after a restore, even for a payee who was never checked', async () => {
    const payee = uncheckablePaymentNaming(720_018, 'Rita Restored')
    await createTestRun(office.analyst, numberLines(payee, paymentTo(720_019)))
    const { kind, key } = subjectOf('name', 'Rita Restored')
    const data = {
      ...{ kind, digest: subjectDigest(kind, key), reason: 'letter', requestedById: office.admin.actor.id },
      ...{ confirmedById: office.reviewer.actor.id, confirmedAt: new Date() },
    }
    await db().$transaction(async (tx) => {
      await allowRedaction(tx)
      await tx.erasure.create({ data })
    })
    await reopenErasures()
    await finishErasures()
    expect(findValues(await dumpDatabase(), ['Restored'])).toEqual([])
  })
})
