import { describe, expect, it } from 'vitest'
import { createTestRun, numberLines, paymentTo, storeAnswers } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { previewEffect } from '@/lib/retention/effect.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
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

describe('a legal hold on a run', () => {
  it('keeps everything of it from the nightly run', async () => {
    const name = 'Heloise Stayput'
    const { id } = await createReleasedRun(office, numberLines(paymentNaming(720_004, name)))
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 12' }, office.admin)
    await ageData(430, id)
    expect((await previewEffect(DEFAULT_PERIODS)).held.originals).toBe(5)
    await runNextNight()
    expect(await countFiles(id)).toEqual({ original: 1, files: 3, reports: 1 })
    expect(await db().paymentLine.findFirst({ where: { uploadId: id } })).toMatchObject({ name })
    await releaseHold(hold, office.admin)
    await runNextNight()
    expect(findValues(await dumpDatabase(), ['Stayput'])).toEqual([])
  })

  it('keeps everything of it from an erasure, until the hold is released', async () => {
    const line = uncheckablePaymentNaming(720_009, 'Holda Keepme')
    const id = await createTestRun(office.analyst, numberLines(line, paymentTo(720_010)))
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 14' }, office.admin)
    await eraseSubject(office, subjectOf('name', 'Holda Keepme'))
    expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 1 } })).toMatchObject({
      name: 'Holda Keepme',
    })
    await releaseHold(hold, office.admin)
    await runNextNight()
    expect(findValues(await dumpDatabase(), ['Keepme'])).toEqual([])
  })
})

describe('a legal hold on a run with a bank report', () => {
  const SAID = ['b1de0c1e-0000-4000-8000-000000000001', 'b1de0c1e-0000-4000-8000-000000000002'] as const
  /** A run, and a report on it whose first line became a check. */
  async function reportedRun(n: number, check: string, names: [string, string]) {
    const lines = numberLines(paymentTo(n, { name: names[0] }), paymentTo(n + 1, { name: names[1] }))
    const id = await createTestRun(office.analyst, lines)
    await storeAnswers(id, { 1: 'match', 2: 'match' })
    await db().upload.update({ where: { id }, data: { state: 'completed' } })
    const reportId = await createReport(office, id, lines)
    const { iban = '', name = '' } = lines[0] ?? {}
    await db().$executeRaw`
      insert into verifications (id, environment, source, requested_by_id, iban, name, name_search, country, status, match_result)
      values (${check}::uuid, 'live', 'bank_report', ${office.analyst.actor.id}::uuid, ${iban}, ${name},
              ${name?.toLowerCase()}, 'DE', 'completed', 'match')`
    await asRetention(
      `update payment_report_lines set verification_id = '${check}' where report_id = '${reportId}' and position = 1`,
    )
    return { id, reportId }
  }

  it('keeps the checks that its report became', async () => {
    const { id } = await reportedRun(720_030, SAID[0], ['Rhea Tellbank', 'Otto Otherwise'])
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 17' }, office.admin)
    await ageData(430, id)
    await asRetention(
      `update verifications set created_at = created_at - interval '430 days' where id = '${SAID[0]}'`,
    )
    await runNextNight()
    const check = await db().verification.findUnique({ where: { id: SAID[0] } })
    expect(check).toMatchObject({ name: 'Rhea Tellbank', purgedAt: null })
    await releaseHold(hold, office.admin)
    await runNextNight()
    expect(findValues(await dumpDatabase(), ['Tellbank'])).toEqual([])
  })

  it('keeps the file of a report that names a held payee when another payee is erased', async () => {
    const { id, reportId } = await reportedRun(720_040, SAID[1], ['Bea Bystander', 'Carl Onlysaid'])
    const subject = subjectOf('name', 'Carl Onlysaid Ltd')
    const { id: hold } = await placeHold({ on: 'subject', subject, reason: 'Case 18' }, office.admin)
    await eraseSubject(office, subjectOf('name', 'Bea Bystander'))
    expect(await countFiles(id)).toMatchObject({ reports: 1 })
    const line = await db().paymentReportLine.findFirst({ where: { reportId, position: 1 } })
    expect(line).toMatchObject({ name: 'Bea Bystander' })
    await releaseHold(hold, office.admin)
    await runNextNight()
    expect(findValues(await dumpDatabase(), ['Bystander'])).toEqual([])
  })
})

describe('a legal hold on a payee', () => {
  it.each(['name', 'iban'] as const)(
    'whom no check knows, by %s, keeps everything of the run',
    async (kind) => {
      const name = `Helma Unsent ${kind}`
      const payee = {
        ...uncheckablePaymentNaming(720_020, name),
        iban: kind === 'iban' ? 'DE02500105170137075030' : null,
      }
      const id = await createTestRun(office.analyst, numberLines(payee, paymentTo(720_021)), {
        rows: { 1: { skipped: 'left_out' } },
      })
      await storeAnswers(id, { 2: 'match' })
      await db().upload.update({ where: { id }, data: { state: 'completed' } })
      const subject = subjectOf(kind, kind === 'iban' ? (payee.iban ?? '') : name)
      const { id: hold } = await placeHold({ on: 'subject', subject, reason: 'Case 15' }, office.admin)
      await ageData(430, id)
      await runNextNight()
      await eraseSubject(office, subject)
      expect(await countFiles(id)).toMatchObject({ original: 1 })
      expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 1 } })).toMatchObject({ name })
      await releaseHold(hold, office.admin)
      await runNextNight()
      expect(findValues(await dumpDatabase(), [name])).toEqual([])
    },
  )

  it('whom only a bank report names keeps that report', async () => {
    const reportId = await createReport(
      office,
      null,
      numberLines(paymentTo(720_022, { name: 'Bruno Banksays' })),
    )
    const subject = subjectOf('name', 'Bruno Banksays Ltd')
    const { id: hold } = await placeHold({ on: 'subject', subject, reason: 'Case 16' }, office.admin)
    await asRetention(
      `update payment_reports set received_at = received_at - interval '430 days' where id = '${reportId}'`,
    )
    await runNextNight()
    expect(await db().paymentReport.findUnique({ where: { id: reportId } })).toMatchObject({ purgedAt: null })
    const fileName = 'Rent of Rhea Reportless.xml'
    await db().paymentReport.update({ where: { id: reportId }, data: { fileName } })
    await eraseSubject(office, subjectOf('name', 'Rhea Reportless'))
    expect(await db().paymentReport.findUnique({ where: { id: reportId } })).toMatchObject({ fileName })
    await releaseHold(hold, office.admin)
    await runNextNight()
    expect(findValues(await dumpDatabase(), ['Banksays', 'Reportless'])).toEqual([])
  })
})
