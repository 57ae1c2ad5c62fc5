import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { stripChecks } from '@/lib/retention/strip.server'
import { CALL_BACK, createReview } from '@/lib/reviews/testing/fixtures'

const again = (name: string) =>
  queryAsOwner(fs.readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'))

it('the title and the links of an upload leave how its file was read, and a link to nowhere is none', async () => {
  await queryAsOwner(
    'alter table uploads drop column title, drop column completes_id, drop column retries_id',
  )
  const { id: userId } = await db().user.create({ data: { email: 'a@b.example', name: 'Ann' } })
  const [first, fixed, retried, lost] = Array.from({ length: 4 }, () => randomUUID())
  const file = { table: { encoding: 'utf-8' }, map: { iban: 0 } }
  const insert = (id: string | undefined, reading: object) => db().$executeRaw`
    insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, created_by_id)
    values (${id}::uuid, 'a.csv', 'f', ${JSON.stringify(reading)}::jsonb, 0, 0, 0, ${userId}::uuid)`
  await insert(first, { ...file, title: 'May' })
  await insert(fixed, { ...file, completes: first?.toUpperCase() })
  await insert(retried, { retries: fixed })
  await insert(lost, { ...file, completes: randomUUID(), retries: '▮▮▮' })
  await again('20261124130200_upload_columns')
  const select = { id: true, title: true, completesId: true, retriesId: true, reading: true } as const
  const none = { title: null, completesId: null, retriesId: null }
  const found = await db().upload.findMany({ select })
  expect(new Map(found.map(({ id, ...rest }) => [id, rest]))).toEqual(
    new Map([
      [first, { ...none, title: 'May', reading: file }],
      [fixed, { ...none, completesId: first, reading: file }],
      [retried, { ...none, retriesId: fixed, reading: {} }],
      [lost, { ...none, reading: file }],
    ]),
  )
})

it('a review that was reopened after its names were deleted is closed, and loses what was written since', async () => {
  const [asker, reviewer] = [await insertPerson(), await insertPerson('reviewer')]
  const by = reviewer.actor.id
  /** A review as earlier versions could leave it, and what people wrote into it. */
  const reopened = async ({ stripped }: { stripped: boolean }) => {
    const { id, verificationId } = await createReview(asker.actor)
    if (stripped) await db().$transaction((tx) => stripChecks(tx, [verificationId]))
    const { evidenceHash } = await db().review.update({
      where: { id },
      data: { state: 'todo', claimedById: by, claimedUntil: new Date() },
    })
    const note = 'Jean Dupont called'
    const decision = { reviewId: id, decidedById: by, evidenceHash, note }
    await db().decision.create({ data: { ...decision, kind: 'escalate', callBack: CALL_BACK } })
    await db().decision.create({ data: { ...decision, kind: 'reopen' } })
    await db().reviewEvent.create({ data: { reviewId: id, kind: 'note', byId: by, note } })
    const file = { fileName: 'Jean Dupont.pdf', mediaType: 'application/pdf', bytes: 1, sha256: 'f' }
    await db().document.create({
      data: { ...file, reviewId: id, cipher: Buffer.from('x'), addedById: by },
    })
    return { id, verificationId }
  }
  const [lost, held, kept] = [
    await reopened({ stripped: true }),
    await reopened({ stripped: true }),
    await reopened({ stripped: false }),
  ]
  await db().legalHold.create({
    data: { verificationId: held.verificationId, reason: 'A trial', placedById: by },
  })
  await again('20261127120300_reviews_of_deleted_names')
  const after = async ({ id }: { id: string }) => {
    const { state, claimedById, decisions, events, documents } = await db().review.findUniqueOrThrow({
      where: { id },
      include: { decisions: true, events: true, documents: true },
    })
    const texts = [...decisions, ...events].map(({ note }) => note)
    const called = decisions.flatMap(({ callBack }) => (callBack as typeof CALL_BACK | null) ?? [])
    return { state, claimedById, texts, called, documents: documents.length }
  }
  const written = { texts: Array(3).fill('Jean Dupont called'), called: [CALL_BACK], documents: 1 }
  const emptied = {
    texts: [null, null, null],
    called: [{ ...CALL_BACK, person: '', number: '' }],
    documents: 0,
  }
  expect(await after(lost)).toEqual({ state: 'superseded', claimedById: null, ...emptied })
  expect(await after(held)).toEqual({ state: 'superseded', claimedById: null, ...written })
  expect(await after(kept)).toEqual({ state: 'todo', claimedById: by, ...written })
})
