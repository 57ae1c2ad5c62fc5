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
  left,
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
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 12' }, office.admin.auditActor)
    await ageRun(id, 430)
    expect((await previewEffect(DEFAULT_PERIODS)).held.originals).toBe(5)
    await night()
    expect(await left(id)).toEqual({ original: 1, files: 3, reports: 1 })
    expect(await db().paymentLine.findFirst({ where: { uploadId: id } })).toMatchObject({ name })
    await releaseHold(hold, office.admin.auditActor)
    await night()
    expect(foundIn(await wholeDatabase(), ['Stayput'])).toEqual([])
  })

  it('keeps everything of it from an erasure, until the hold is released', async () => {
    const line = uncheckablePayment(720_009, 'Holda Keepme')
    const id = await runOf(office.analyst, linesTo(line, paidTo(720_010)))
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 14' }, office.admin.auditActor)
    await eraseAll(office, about('name', 'Holda Keepme'))
    expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 1 } })).toMatchObject({
      name: 'Holda Keepme',
    })
    await releaseHold(hold, office.admin.auditActor)
    await night()
    expect(foundIn(await wholeDatabase(), ['Keepme'])).toEqual([])
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
      const { id: hold } = await placeHold(
        { on: 'subject', subject, reason: 'Case 15' },
        office.admin.auditActor,
      )
      await ageRun(id, 430)
      await night()
      await eraseAll(office, subject)
      expect(await left(id)).toMatchObject({ original: 1 })
      expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 1 } })).toMatchObject({ name })
      await releaseHold(hold, office.admin.auditActor)
      await night()
      expect(foundIn(await wholeDatabase(), [name])).toEqual([])
    },
  )

  it('whom only a bank report names keeps that report', async () => {
    const reportId = await reportOn(office, null, linesTo(paidTo(720_022, { name: 'Bruno Banksays' })))
    const subject = about('name', 'Bruno Banksays Ltd')
    const { id: hold } = await placeHold(
      { on: 'subject', subject, reason: 'Case 16' },
      office.admin.auditActor,
    )
    await asRetention(
      `update payment_reports set received_at = received_at - interval '430 days' where id = '${reportId}'`,
    )
    await night()
    expect(await db().paymentReport.findUnique({ where: { id: reportId } })).toMatchObject({ purgedAt: null })
    await releaseHold(hold, office.admin.auditActor)
    await night()
    expect(foundIn(await wholeDatabase(), ['Banksays'])).toEqual([])
  })
})
