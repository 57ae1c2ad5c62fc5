import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidIbanDigest, supplierDigest } from '@/lib/payments/lines/digests.server'
import { answer, DEBTOR, linesTo, paidTo, releaseRows, runOf } from '@/lib/payments/testing/run'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { nightlySchedule } from '@/lib/retention/cutoff.server'
import { previewEffect } from '@/lib/retention/effect.server'
import { finishErasures, subjectDigest } from '@/lib/retention/erasure/erase.server'
import { decideErasure, requestErasure, searchSubject } from '@/lib/retention/erasure/request.server'
import { fileDeletionOf } from '@/lib/retention/file-deletion.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { runNight } from '@/lib/retention/night.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { allowRedaction } from '@/lib/retention/strip.server'
import { type DataSubject, readSubject } from '@/lib/retention/subject'
import { foundIn, wholeDatabase } from '@/lib/retention/testing/dump'
import { namingPayment, uncheckablePayment } from '@/lib/retention/testing/payees'
import { CALL } from '@/lib/reviews/testing/fixtures'
import type { FilePayment } from '@/lib/tables/payments/line'
import { connect, type Person, person } from '@/lib/uploads/testing/office'
import { type Provider, startProvider } from '@/service/testing/provider'

let provider: Provider
let admin: Person
let analyst: Person
let reviewer: Person

beforeAll(async () => {
  provider = await startProvider()
  await connect(provider.baseUrl)
  admin = await person(['admin', 'reviewer'])
  reviewer = await person(['reviewer'])
  analyst = await person()
})
afterAll(async () => {
  await provider.stop()
})

/** Each test runs retention in a night of its own, because it runs only once a night. */
let offset = 0
async function night() {
  const { today } = await nightlySchedule()
  offset += 1
  const day = new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10)
  return runNight(day)
}

/** A released run of these payees. A confirmation and a bank report name them too. */
async function released(lines: FilePayment[]): Promise<{ id: string; releaseId: string; reportId: string }> {
  const id = await runOf(analyst, lines, { file: { messageId: `MSG ${lines[0]?.name}` } })
  const numbers = lines.filter(({ iban }) => iban !== null).map(({ number }) => number)
  await answer(id, Object.fromEntries(numbers.map((number) => [number, 'match' as const])))
  await db().upload.update({ where: { id }, data: { state: 'completed' } })
  const releaseId = await releaseRows(id, reviewer.actor.id, numbers)
  for (const part of ['released', 'held', 'manifest']) {
    const cipher = encrypt(part, `payment_files|cipher|${releaseId}:${part}`)
    const file = { fileName: `${lines[0]?.name}.xml`, mediaType: 'application/xml', bytes: 8, sha256: '0' }
    await db().paymentFile.create({ data: { releaseId, part, cipher, ...file } })
  }
  const by = { uploadId: id, number: 1, byId: reviewer.actor.id }
  const callBack = { ...CALL, person: `${lines[0]?.name} himself` }
  await db().paymentConfirmation.create({ data: { ...by, kind: 'new_iban', callBack } })
  await db().paymentConfirmation.create({
    data: { ...by, kind: 'not_duplicate', reason: `${lines[0]?.name} asked` },
  })
  return { id, releaseId, reportId: await reported(id, lines) }
}

async function reported(uploadId: string, lines: FilePayment[]): Promise<string> {
  const totals = { lines: lines.length, joined: lines.length, counted: 0, ambiguous: 0, unmatched: 0 }
  const { id } = await db().paymentReport.create({
    data: {
      ...{ uploadId, number: 1, kind: 'pain002', about: 'vop', fileName: `${lines[0]?.name}.xml`, bytes: 1 },
      sha256: '0'.repeat(64),
      receivedById: analyst.actor.id,
      joinedById: analyst.actor.id,
      cipher: encrypt('x', 'payment_reports|cipher|x'),
      summary: { totals, legend: [`For ${lines[0]?.name}`], messageIds: [], levels: [], notes: [] },
      reportLines: {
        create: lines.map(({ number, name, iban }) => ({
          ...{ position: number, uploadId, number, join: 'joined', code: 'RVMC', name, iban },
          ...{ texts: [`${name} Ltd`], bankName: `${name} Ltd` },
        })),
      },
    },
  })
  return id
}

/** Makes one run this many days older. */
async function ageRun(id: string, days: number): Promise<void> {
  const back = `${days} days`
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`select set_config('accord.retention', 'on', true)`
    await tx.$executeRaw`update uploads set created_at = created_at - ${back}::interval where id = ${id}::uuid`
    await tx.$executeRaw`
      update verifications set created_at = created_at - ${back}::interval where upload_id = ${id}::uuid`
    await tx.$executeRaw`update payment_runs set created_at = created_at - ${back}::interval where upload_id = ${id}::uuid`
    await tx.$executeRaw`
      update payment_releases set released_at = released_at - ${back}::interval where upload_id = ${id}::uuid`
    await tx.$executeRaw`
      update payment_reports set received_at = received_at - ${back}::interval where upload_id = ${id}::uuid`
  })
}

const asRetention = (statement: string) =>
  db().$transaction(async (tx) => {
    await allowRedaction(tx)
    await tx.$executeRawUnsafe(statement)
  })

const left = async (id: string) => ({
  original: await db().uploadOriginal.count({ where: { uploadId: id } }),
  files: await db().paymentFile.count({ where: { release: { uploadId: id } } }),
  reports: await db().paymentReport.count({ where: { uploadId: id, cipher: { not: null } } }),
})
const about = (kind: 'iban' | 'name', value: string) => readSubject({ kind, value }) as DataSubject
const eraseAll = async (subject: DataSubject) => {
  const { id } = await requestErasure({ subject, reason: 'letter' }, admin.auditActor)
  await decideErasure(id, true, reviewer.auditActor)
}
const known = async (digest: Uint8Array | null, by: 'supplier' | 'ibanDigest') =>
  db().supplierIban.count({ where: { [by]: new Uint8Array(digest ?? []) } })

describe('the nightly retention run', () => {
  it('deletes files of releases and bank reports after the period for files, and keeps their lines', async () => {
    const { id } = await released(linesTo(namingPayment(720_001, 'Xerxes Quillfeather')))
    expect(await left(id)).toEqual({ original: 1, files: 3, reports: 1 })
    await ageRun(id, 32)
    expect((await previewEffect(DEFAULT_PERIODS)).tonight.originals).toBe(5)
    expect((await night())?.purged).toMatchObject({ originals: 5, checks: 0 })
    expect(await left(id)).toEqual({ original: 0, files: 0, reports: 0 })
    expect(await db().paymentLine.findFirst({ where: { uploadId: id } })).toMatchObject({
      name: 'Xerxes Quillfeather',
    })
  })

  it('keeps the original of an open run, shows that it does, and deletes it after 90 days', async () => {
    const id = await runOf(analyst, linesTo(paidTo(720_002)))
    const { createdAt } = await db().upload.findUniqueOrThrow({ where: { id } })
    expect(await fileDeletionOf({ id, createdAt: createdAt.toISOString() })).toMatchObject({ open: true })
    await answer(id, { 1: 'match' })
    await db().upload.update({ where: { id }, data: { state: 'completed' } })
    await ageRun(id, 60)
    expect((await previewEffect(DEFAULT_PERIODS)).tonight.originals).toBe(0)
    await night()
    expect(await left(id)).toMatchObject({ original: 1 })
    await ageRun(id, 31)
    await night()
    expect(await left(id)).toMatchObject({ original: 0 })
  })

  it('removes every name and IBAN of an old run from every table, and keeps amounts, gates and codes', async () => {
    const name = 'Otto Brambleworth'
    const line = namingPayment(720_003, name)
    const { id, reportId } = await released(
      linesTo(line, { ...line, account: 'none', iban: null, number: 2 }),
    )
    await ageRun(id, 430)
    expect(foundIn(await wholeDatabase(), ['Brambleworth', line.iban ?? ''])).toHaveLength(2)
    await night()
    expect(foundIn(await wholeDatabase(), ['Brambleworth', line.iban ?? ''])).toEqual([])
    const [run, kept, said] = [
      await db().paymentRun.findUnique({ where: { uploadId: id } }),
      await db().paymentLine.findMany({ where: { uploadId: id }, orderBy: { number: 'asc' } }),
      await db().paymentReportLine.findFirst({ where: { reportId } }),
    ]
    expect(run?.purgedAt).not.toBeNull()
    expect(kept[0]).toMatchObject({ gate: 'clear', debtorIban: null, debtorName: null, supplier: null })
    expect(`${kept[0]?.amount}`).toBe('100')
    expect(said).toMatchObject({ code: 'RVMC', join: 'joined', texts: [], bankName: null })
    expect(await known(paidIbanDigest(line.iban ?? ''), 'ibanDigest')).toBe(0)
  })

  it('deletes nothing of a run on legal hold', async () => {
    const name = 'Heloise Stayput'
    const { id } = await released(linesTo(namingPayment(720_004, name)))
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 12' }, admin.auditActor)
    await ageRun(id, 430)
    expect((await previewEffect(DEFAULT_PERIODS)).held.originals).toBe(5)
    await night()
    expect(await left(id)).toEqual({ original: 1, files: 3, reports: 1 })
    expect(await db().paymentLine.findFirst({ where: { uploadId: id } })).toMatchObject({ name })
    await releaseHold(hold, admin.auditActor)
    await night()
    expect(foundIn(await wholeDatabase(), ['Stayput'])).toEqual([])
  })
})

describe('an erasure', () => {
  it('removes a payee from runs, reports and the known IBANs of suppliers, and nobody else', async () => {
    const [mine, other] = [
      namingPayment(720_005, 'Paula Quickstep'),
      namingPayment(720_006, 'Ines Otherpayee'),
    ]
    const { id } = await released(linesTo(mine, other))
    await eraseAll(about('iban', mine.iban ?? ''))
    await eraseAll(about('name', 'Paula Quickstep'))
    expect(foundIn(await wholeDatabase(), ['Quickstep', mine.iban ?? ''])).toEqual([])
    expect(await left(id)).toEqual({ original: 0, files: 0, reports: 0 })
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
    const payee = uncheckablePayment(720_007, 'Nora Nocheck')
    const id = await runOf(analyst, linesTo(payee, paidTo(720_008)))
    const reportId = await reported(id, linesTo(paidTo(720_008, { name: 'Berta Bankname' })))
    for (const name of ['Nora Nocheck', 'Berta Bankname', 'Berta Bankname Ltd'])
      await eraseAll(about('name', name))
    expect(foundIn(await wholeDatabase(), ['Nocheck', 'Bankname'])).toEqual([])
    expect(await db().paymentReport.findUnique({ where: { id: reportId } })).toMatchObject({ cipher: null })
  })

  it('deletes the files that name a payee who was never checked', async () => {
    const payee = uncheckablePayment(720_011, 'Nelly Unasked')
    const { id } = await released(linesTo(paidTo(720_012), payee))
    expect(await left(id)).toEqual({ original: 1, files: 3, reports: 1 })
    await eraseAll(about('name', 'Nelly Unasked'))
    expect(await left(id)).toEqual({ original: 0, files: 0, reports: 0 })
  })

  it('deletes the files of releases whose name or MsgId mentions the subject', async () => {
    const [byName, byMessage] = [
      await released(linesTo(paidTo(720_013, { name: 'Greta Filename' }))),
      await released(linesTo(paidTo(720_014))),
    ]
    await db().upload.update({ where: { id: byName.id }, data: { fileName: 'Rent Ida Mentioned.xml' } })
    await db().paymentRun.update({
      where: { uploadId: byMessage.id },
      data: { messageId: 'IDA MENTIONED 1' },
    })
    await asRetention(
      `update payment_releases set message_id = 'IDA MENTIONED 1-R1' where upload_id = '${byMessage.id}'`,
    )
    await eraseAll(about('name', 'Ida Mentioned'))
    expect(await left(byName.id)).toEqual({ original: 1, files: 0, reports: 1 })
    expect(await left(byMessage.id)).toEqual({ original: 0, files: 0, reports: 0 })
    expect(foundIn(await wholeDatabase(), ['Mentioned', 'MENTIONED'])).toEqual([])
  })

  it('has a preview: a search that counts the records and files about the subject', async () => {
    const payee = uncheckablePayment(720_015, 'Sara Searched')
    await released(linesTo(paidTo(720_016), payee))
    expect(await searchSubject(about('name', 'sara searched'), admin.auditActor)).toMatchObject({
      ...{ checks: 0, uploads: 0, originals: 1, payments: 1, releaseFiles: 3, reports: 1 },
    })
    const line = paidTo(720_017, { name: 'Selma Sought' })
    await released(linesTo(line))
    const whole = { checks: 1, uploads: 1, originals: 1, payments: 1, releaseFiles: 3, reports: 1 }
    for (const subject of [about('name', 'Selma Sought'), about('iban', line.iban ?? '')])
      expect(await searchSubject(subject, admin.auditActor)).toMatchObject(whole)
    const none = { checks: 0, payments: 0, releaseFiles: 0, reports: 0 }
    expect(await searchSubject(about('name', 'Selma Soughtafter'), admin.auditActor)).toMatchObject(none)
  })

  it('is repeated after a restore, even for a payee who was never checked', async () => {
    const payee = uncheckablePayment(720_018, 'Rita Restored')
    await runOf(analyst, linesTo(payee, paidTo(720_019)))
    const { kind, key } = about('name', 'Rita Restored')
    const data = {
      ...{ kind, digest: subjectDigest(kind, key), reason: 'letter', requestedById: admin.actor.id },
      ...{ confirmedById: reviewer.actor.id, confirmedAt: new Date() },
    }
    await db().$transaction(async (tx) => {
      await allowRedaction(tx)
      await tx.erasure.create({ data })
    })
    await finishErasures()
    expect(foundIn(await wholeDatabase(), ['Restored'])).toEqual([])
  })

  it('removes nothing of a run on legal hold until the hold is released', async () => {
    const line = uncheckablePayment(720_009, 'Holda Keepme')
    const id = await runOf(analyst, linesTo(line, paidTo(720_010)))
    const { id: hold } = await placeHold({ on: 'upload', id, reason: 'Case 14' }, admin.auditActor)
    await eraseAll(about('name', 'Holda Keepme'))
    expect(await db().paymentLine.findFirst({ where: { uploadId: id, number: 1 } })).toMatchObject({
      name: 'Holda Keepme',
    })
    await releaseHold(hold, admin.auditActor)
    await night()
    expect(foundIn(await wholeDatabase(), ['Keepme'])).toEqual([])
  })
})
