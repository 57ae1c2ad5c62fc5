import { beforeAll, describe, expect, it } from 'vitest'
import { answer, linesTo, paidTo, runOf } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { previewEffect } from '@/lib/retention/effect.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { foundIn, wholeDatabase } from '@/lib/retention/testing/dump'
import { namingPayment, uncheckablePayment } from '@/lib/retention/testing/payees'
import {
  about,
  ageRun,
  asRetention,
  eraseAll,
  filesLeft,
  night,
  type RetentionOffice,
  releasedRun,
  reportOn,
  retentionOffice,
} from '@/lib/retention/testing/runs'

let office: RetentionOffice
beforeAll(async () => {
  office = await retentionOffice()
})

describe('a legal hold on a run', () => {
  it('keeps everything of it from the nightly run', async () => {
    const name = 'Heloise Stayput'
    const { id } = await releasedRun(office, linesTo(namingPayment(720_004, name)))
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 12' }, office.admin)
    await ageRun(id, 430)
    expect((await previewEffect(DEFAULT_PERIODS)).held.originals).toBe(5)
    await night()
    expect(await filesLeft(id)).toEqual({ original: 1, files: 3, reports: 1 })
    expect(await db().paymentLine.findFirst({ where: { uploadId: id } })).toMatchObject({ name })
    await releaseHold(hold, office.admin)
    await night()
    expect(foundIn(await wholeDatabase(), ['Stayput'])).toEqual([])
  })

  it('keeps everything of it from an erasure, until the hold is released', async () => {
    const line = uncheckablePayment(720_009, 'Holda Keepme')
    const id = await runOf(office.analyst, linesTo(line, paidTo(720_010)))
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 14' }, office.admin)
    await eraseAll(office, about('name', 'Holda Keepme'))
    expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 1 } })).toMatchObject({
      name: 'Holda Keepme',
    })
    await releaseHold(hold, office.admin)
    await night()
    expect(foundIn(await wholeDatabase(), ['Keepme'])).toEqual([])
  })
})

describe('a legal hold on a run with a bank report', () => {
  const SAID = ['b1de0c1e-0000-4000-8000-000000000001', 'b1de0c1e-0000-4000-8000-000000000002'] as const
  /** A run, and a report on it whose first line became a check. */
  async function reportedRun(n: number, check: string, names: [string, string]) {
    const lines = linesTo(paidTo(n, { name: names[0] }), paidTo(n + 1, { name: names[1] }))
    const id = await runOf(office.analyst, lines)
    await answer(id, { 1: 'match', 2: 'match' })
    await db().upload.update({ where: { id }, data: { state: 'completed' } })
    const reportId = await reportOn(office, id, lines)
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
    await ageRun(id, 430)
    await asRetention(
      `update verifications set created_at = created_at - interval '430 days' where id = '${SAID[0]}'`,
    )
    await night()
    const check = await db().verification.findUnique({ where: { id: SAID[0] } })
    expect(check).toMatchObject({ name: 'Rhea Tellbank', purgedAt: null })
    await releaseHold(hold, office.admin)
    await night()
    expect(foundIn(await wholeDatabase(), ['Tellbank'])).toEqual([])
  })

  it('keeps the file of a report that names a held payee when another payee is erased', async () => {
    const { id, reportId } = await reportedRun(720_040, SAID[1], ['Bea Bystander', 'Carl Onlysaid'])
    const subject = about('name', 'Carl Onlysaid Ltd')
    const { id: hold } = await placeHold({ on: 'subject', subject, reason: 'Case 18' }, office.admin)
    await eraseAll(office, about('name', 'Bea Bystander'))
    expect(await filesLeft(id)).toMatchObject({ reports: 1 })
    const line = await db().paymentReportLine.findFirst({ where: { reportId, position: 1 } })
    expect(line).toMatchObject({ name: 'Bea Bystander' })
    await releaseHold(hold, office.admin)
    await night()
    expect(foundIn(await wholeDatabase(), ['Bystander'])).toEqual([])
  })
})

describe('a legal hold on a payee', () => {
  it.each(['name', 'iban'] as const)(
    'whom no check knows, by %s, keeps everything of the run',
    async (kind) => {
      const name = `Helma Unsent ${kind}`
      const payee = {
        ...uncheckablePayment(720_020, name),
        iban: kind === 'iban' ? 'DE02500105170137075030' : null,
      }
      const id = await runOf(office.analyst, linesTo(payee, paidTo(720_021)), {
        rows: { 1: { skipped: 'left_out' } },
      })
      await answer(id, { 2: 'match' })
      await db().upload.update({ where: { id }, data: { state: 'completed' } })
      const subject = about(kind, kind === 'iban' ? (payee.iban ?? '') : name)
      const { id: hold } = await placeHold({ on: 'subject', subject, reason: 'Case 15' }, office.admin)
      await ageRun(id, 430)
      await night()
      await eraseAll(office, subject)
      expect(await filesLeft(id)).toMatchObject({ original: 1 })
      expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 1 } })).toMatchObject({ name })
      await releaseHold(hold, office.admin)
      await night()
      expect(foundIn(await wholeDatabase(), [name])).toEqual([])
    },
  )

  it('whom only a bank report names keeps that report', async () => {
    const reportId = await reportOn(office, null, linesTo(paidTo(720_022, { name: 'Bruno Banksays' })))
    const subject = about('name', 'Bruno Banksays Ltd')
    const { id: hold } = await placeHold({ on: 'subject', subject, reason: 'Case 16' }, office.admin)
    await asRetention(
      `update payment_reports set received_at = received_at - interval '430 days' where id = '${reportId}'`,
    )
    await night()
    expect(await db().paymentReport.findUnique({ where: { id: reportId } })).toMatchObject({ purgedAt: null })
    const fileName = 'Rent of Rhea Reportless.xml'
    await db().paymentReport.update({ where: { id: reportId }, data: { fileName } })
    await eraseAll(office, about('name', 'Rhea Reportless'))
    expect(await db().paymentReport.findUnique({ where: { id: reportId } })).toMatchObject({ fileName })
    await releaseHold(hold, office.admin)
    await night()
    expect(foundIn(await wholeDatabase(), ['Banksays', 'Reportless'])).toEqual([])
  })
})
