import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { keyedHash } from '@/lib/audit/seal.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { checkReport, uploadReport } from '@/lib/exports/evidence/report.server'
import { extractPdfText } from '@/lib/exports/testing/pdf-text'
import { db } from '@/lib/platform/db.server'
import type { CallBack } from '@/lib/reviews/call'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { createAnsweredCheck, createReview } from '@/lib/reviews/testing/fixtures'

process.env.TIME_ZONE = 'Europe/Paris'

const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')
const admin = await insertPerson('admin')

const textOf = (pdf: Buffer) => extractPdfText(pdf).join(' ')
const reportOf = async (id: string, person = analyst, locale: 'en' | 'fr' = 'en') =>
  (await checkReport(id, locale, person)).bytes

describe('the report of a check', () => {
  it('has selectable text in Latin, Greek and Cyrillic, and loses no character', async () => {
    const id = await createAnsweredCheck(analyst.actor, {
      names: ['Łukasz Żółć Αθήνα', 'Lukasz Zolc Дмитрий 中'],
    })
    const pdf = await reportOf(id)
    const text = textOf(pdf)
    expect(text).toContain('Łukasz Żółć Αθήνα')
    expect(text).toContain('Lukasz Zolc Дмитрий [U+4E2D]')
    expect(text).toContain(`Accord · Check ${id} Page 1 of`)
    expect(text).not.toContain('\ufffd')
    for (const mark of ['/StructTreeRoot', '/Lang (en)', '/FontFile2', '/MarkInfo'])
      expect(pdf.toString('latin1'), mark).toContain(mark)
  })

  it('says in words what differs, who requested, who decided and after which call', async () => {
    const { id, verificationId, evidenceHash } = await createReview(analyst.actor, 'no_match')
    const callBack: CallBack = {
      ...{ person: 'Mme Roux', number: '+33 1 44 55 66 77', numberSource: 'contract', outcome: 'confirmed' },
      calledAt: new Date(Date.now() - 60_000).toISOString(),
    }
    const decision = { decision: 'approve', reason: 'confirmed_with_payee', evidenceHash, callBack } as const
    await decideReview(id, decision, reviewer)
    const close = await createAnsweredCheck(analyst.actor, { names: ['Jean Dupond', 'Jean Dupont'] })
    expect(textOf(await reportOf(close))).toContain('“Dupond” and “Dupont” differ by one letter, d and t.')
    const text = textOf(await reportOf(verificationId))
    expect(text).toContain('Mme Roux on +33 1 44 55 66 77 (signed contract)')
    expect(text).toContain('reviewer')
    expect(text).toContain('analyst ran the check and could not decide it')
    expect(text).toContain(evidenceHash)
  })

  it('says that the person who uploaded a bank’s report could not decide, and uses French quotation marks', async () => {
    const { id, verificationId, evidenceHash } = await createReview(analyst.actor, { source: 'bank_report' })
    const rejection = { decision: 'reject', reason: 'different_person', note: 'vu', evidenceHash } as const
    await decideReview(id, rejection, reviewer)
    const text = textOf(await reportOf(verificationId))
    expect(text).toContain('analyst uploaded the payment file and could not')
    expect(text).toContain('File uploaded by')
    expect(text).not.toContain('Checked by')
    const french = textOf(await reportOf(verificationId, analyst, 'fr')).replace(/\s/g, ' ')
    expect(french).toContain('« vu »')
    expect(french).toContain('rejeté · Autre personne')
    expect(french).not.toContain('“')
  })

  it('has a corrected name once it is approved, as the other exports do', async () => {
    const { id, verificationId, evidenceHash } = await createReview(analyst.actor)
    const approval = { decision: 'approve', reason: 'spelling_or_accent', evidenceHash } as const
    const approve = (by: Person) => decideReview(id, { ...approval, correctedName: 'Jean Dupont' }, by)
    await approve(reviewer)
    expect(textOf(await reportOf(verificationId))).not.toContain('Corrected name')
    await approve(await insertPerson('reviewer'))
    expect(textOf(await reportOf(verificationId))).toContain('Corrected name')
  })

  it('is in the person’s language and in TIME_ZONE, and names the zone', async () => {
    const id = await createAnsweredCheck(analyst.actor)
    await db().verification.update({ where: { id }, data: { createdAt: new Date('2026-07-01T10:00:00Z') } })
    const text = textOf(await reportOf(id, analyst, 'fr'))
    expect(text).toContain('Preuve d’une vérification')
    expect(text).toContain('Europe/Paris.')
    expect(text).toContain('1 juil. 2026, 12:00:00 UTC+2')
  })

  it('says which of two equal times it means when the clocks go back', async () => {
    const id = await createAnsweredCheck(analyst.actor)
    for (const [createdAt, shown] of [
      ['2026-10-25T00:30:00Z', '25 Oct 2026, 02:30:00 UTC+2'],
      ['2026-10-25T01:30:00Z', '25 Oct 2026, 02:30:00 UTC+1'],
    ] as const) {
      await db().verification.update({ where: { id }, data: { createdAt } })
      expect(textOf(await reportOf(id))).toContain(shown)
    }
  })

  it('says on every page that a sandbox result is simulated', async () => {
    const id = await createAnsweredCheck(analyst.actor, { environment: 'sandbox' })
    for (const page of extractPdfText(await reportOf(id))) expect(page).toContain('SANDBOX')
    expect(textOf(await reportOf(await createAnsweredCheck(analyst.actor)))).not.toContain('SANDBOX')
  })

  it("hides names and IBANs from masked roles, and doesn't exist for unauthorised people", async () => {
    const id = await createAnsweredCheck(analyst.actor, { names: ['Jean Dupond', 'Jean Dupont'] })
    const text = textOf(await reportOf(id, admin))
    expect(text).not.toMatch(/Dupon|0112 3456/)
    expect(text).toContain('hidden')
    await expect(checkReport(id, 'en', await insertPerson())).rejects.toMatchObject({ status: 404 })
  })

  it('has no hash for masked roles, which would prove a guessed name or IBAN', async () => {
    const id = await createAnsweredCheck(analyst.actor)
    const { bytes, recordHash } = await checkReport(id, 'en', admin)
    const { evidenceHash } = await db().verification.findUniqueOrThrow({ where: { id } })
    expect(textOf(bytes)).not.toContain(recordHash)
    expect(textOf(bytes)).not.toContain(evidenceHash)
  })

  it('is logged in the audit log with the keyed hash of the record, which it prints', async () => {
    const id = await createAnsweredCheck(analyst.actor)
    const { bytes, recordHash } = await checkReport(id, 'en', analyst)
    expect(textOf(bytes)).toContain(recordHash)
    const entry = await db().auditEntry.findFirstOrThrow({
      where: { objectId: id, action: 'evidence.exported' },
    })
    expect(entry).toMatchObject({
      actorId: analyst.actor.id,
      details: { format: 'pdf', recordHash: keyedHash('record', recordHash) },
    })
  })
})

describe('the report of a check shared by several rows', () => {
  it('lists the rows of the file, up to a readable number', async () => {
    const id = await createAnsweredCheck(analyst.actor, { source: 'bulk' })
    const counts = { fileRows: 30, total: 30, notSent: 0, countCloseMatch: 30 }
    const { id: uploadId } = await db().upload.create({
      data: { fileName: 'may.csv', fileHash: '0', reading: {}, createdById: analyst.actor.id, ...counts },
    })
    await db().verification.update({ where: { id }, data: { uploadId } })
    const rows = (from: number, to: number) =>
      db().uploadRow.createMany({
        data: Array.from({ length: to - from }, (_, n) => ({
          uploadId,
          number: from + n,
          verificationId: id,
        })),
      })
    await rows(7, 8)
    expect(textOf(await reportOf(id))).toContain('may.csv, row 7')
    await rows(9, 11)
    expect(textOf(await reportOf(id))).toContain('may.csv, rows 7, 9, 10')
    await rows(11, 40)
    expect(textOf(await reportOf(id))).toMatch(/may\.csv, rows 7, 9, 10, 11.* 27 …/)
  })
})

describe('the report of an upload', () => {
  const id = randomUUID()
  beforeAll(async () => {
    await db().$executeRaw`
      insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, created_by_id, state,
                           count_match, count_close_match, count_unknown, comparison)
      values (${id}::uuid, 'may.csv', ${'f'.repeat(64)}, '{}', 1203, 1200, 3, ${analyst.actor.id}::uuid, 'completed',
              1100, 90, 10, '{"at": "2026-03-02T10:00:00.000Z", "edited": 7}')`
    await db().bulk.create({
      data: {
        uploadId: id,
        number: 1,
        size: 1200,
        state: 'unknown',
        attempts: { create: { state: 'unknown', claimedAt: new Date() } },
      },
    })
  })

  it('has totals that add up, the hash of the file, what was sent and what is unknown', async () => {
    const text = textOf((await uploadReport(id, 'en', analyst)).bytes)
    expect(text).toContain('f'.repeat(64))
    expect(text).toContain('Sum 1,200 Adds up to the 1,200 rows kept.')
    expect(text).toContain('In the file 1,203 1,200 kept and 3 not sent.')
    expect(text).toContain('10 rows have an unknown outcome. The response to 1 request was lost at first.')
    expect(text).toContain('response lost')
    expect(text).toContain('7 rows were edited before sending; every other row matches the file.')
    expect(text).toContain('No row of this upload needed a decision.')
  })

  it('hides what a reviewer wrote about a lost response from masked roles, and logs the same hash', async () => {
    const attempt = await db().attempt.findFirstOrThrow({ where: { bulk: { uploadId: id } } })
    const data = { attemptId: attempt.id, kind: 'not_billed', proposedById: reviewer.actor.id } as const
    await db().resolution.create({
      data: { ...data, reason: 'Hélène Moreau called', evidence: 'FR76 in mail 7' },
    })
    const [whole, masked] = [await uploadReport(id, 'en', analyst), await uploadReport(id, 'en', admin)]
    expect(textOf(whole.bytes)).toContain('Hélène Moreau called')
    expect(textOf(masked.bytes)).not.toMatch(/Moreau|FR76/)
    expect(masked.recordHash).toBe(whole.recordHash)
  })

  it('has no hash for masked roles, which would prove a guessed row or a withheld text', async () => {
    const { bytes, recordHash } = await uploadReport(id, 'en', admin)
    expect(textOf(bytes)).not.toContain(recordHash)
    expect(textOf(bytes)).not.toContain('f'.repeat(64))
  })

  it('is available in French too', async () => {
    const text = textOf((await uploadReport(id, 'fr', analyst)).bytes)
    expect(text).toContain('Preuve d’un envoi de fichier')
    expect(text).toContain('10 lignes ont une issue inconnue.')
  })
})
