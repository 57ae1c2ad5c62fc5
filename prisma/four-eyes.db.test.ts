import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { refusedBy } from '@/lib/platform/testing/refusals'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

/** What the database refuses where two people decide, whatever the program does. */

const [admin, reviewer, analyst] = [
  await insertPerson('admin'),
  await insertPerson('reviewer'),
  await insertPerson(),
]

async function deactivated(...roles: ('admin' | 'reviewer')[]): Promise<Person> {
  const person = await insertPerson(...roles)
  await db().user.update({ where: { id: person.id }, data: { disabledAt: new Date() } })
  return person
}

describe('a request for erasure', () => {
  let people = 0
  const ask = (by: Person, more: object = {}) =>
    db().erasure.create({
      data: {
        ...{ kind: 'name', digest: new Uint8Array([++people]), reason: 'By letter' },
        ...{ requestedById: by.id, ...more },
      },
    })
  const change = (id: string, data: object) => refusedBy(db().erasure.update({ where: { id }, data }))
  const confirmedBy = ({ id }: Person) => ({ confirmedById: id, confirmedAt: new Date() })

  it('is made by an active admin only', async () => {
    for (const by of [reviewer, analyst, await deactivated('admin')])
      expect(await refusedBy(ask(by))).toBe('erasures_by_people')
  })

  it('is confirmed by an active admin or reviewer only', async () => {
    const { id } = await ask(admin)
    for (const by of [analyst, await deactivated('reviewer')])
      expect(await change(id, confirmedBy(by))).toBe('erasures_by_people')
    expect(await change(id, confirmedBy(reviewer))).toBe('done')
  })

  it('keeps what was requested, by whom and why', async () => {
    const { id } = await ask(admin)
    const other = await insertPerson('admin')
    const changes = [
      ...[{ kind: 'iban' }, { digest: new Uint8Array([0]) }, { reason: 'Another' }],
      ...[{ requestedById: other.id }, { requestedAt: new Date(0) }],
    ]
    for (const data of changes) expect(await change(id, data)).toBe('erasures_by_people')
  })

  it('is answered once', async () => {
    const { id: confirmed } = await ask(admin)
    expect(await change(confirmed, confirmedBy(reviewer))).toBe('done')
    const { id: refused } = await ask(admin)
    expect(await change(refused, { refusedById: reviewer.id, refusedAt: new Date() })).toBe('done')
    const other = await insertPerson('reviewer')
    expect(await change(confirmed, confirmedBy(other))).toBe('erasures_by_people')
    expect(await change(refused, { refusedById: null, refusedAt: null, ...confirmedBy(other) })).toBe(
      'erasures_by_people',
    )
  })
})

describe('a name that is allowed', () => {
  const checkOf = (more: object) =>
    db().verification.create({ data: { ...PLAIN_CHECK, requestedById: analyst.id, ...more } })
  const HELD = { status: 'not_sent', problemCode: 'second_person_required' }
  const allow = (verificationId: string, by: Person) =>
    refusedBy(db().allowedName.create({ data: { verificationId, allowedById: by.id } }))

  it('was held back', async () => {
    for (const more of [{}, { ...HELD, problemCode: 'stopped' }, { ...HELD, status: 'unknown' }])
      expect(await allow((await checkOf(more)).id, reviewer)).toBe('allowed_names_four_eyes')
  })

  it('is allowed, then and later, by somebody who ran neither its check nor one that it repeats', async () => {
    const first = await checkOf({ ...HELD, requestedById: reviewer.id })
    const { id } = await checkOf({ ...HELD, previousId: first.id })
    for (const by of [analyst, reviewer]) expect(await allow(id, by)).toBe('allowed_names_four_eyes')
    expect(await allow(id, admin)).toBe('done')
    const others = db().allowedName.update({
      where: { verificationId: id },
      data: { allowedById: analyst.id },
    })
    expect(await refusedBy(others)).toBe('allowed_names_four_eyes')
  })
})

describe('the approval of an upload', () => {
  const CAUSES = { causes: ['upload'], credits: 10 }
  const APPROVED = { approved: true, decidedById: reviewer.id, decidedAt: new Date() }
  const createUpload = () =>
    db().upload.create({
      data: {
        ...{ fileName: 'a.csv', fileHash: 'x', reading: {}, fileRows: 0, total: 0, notSent: 0 },
        ...{ state: 'paused', pauseReason: 'approval', createdById: analyst.id },
      },
    })

  it('is requested before it is decided', async () => {
    const { id: uploadId } = await createUpload()
    const born = db().uploadApproval.create({ data: { uploadId, ...CAUSES, ...APPROVED } })
    expect(await refusedBy(born)).toBe('upload_approvals_stand')
  })

  it('is about what was requested', async () => {
    const [{ id: uploadId }, other] = [await createUpload(), await createUpload()]
    await db().uploadApproval.create({ data: { uploadId, ...CAUSES } })
    const change = (data: object) =>
      refusedBy(db().uploadApproval.update({ where: { uploadId }, data: { ...APPROVED, ...data } }))
    const changes = [{ causes: ['names'] }, { credits: 1 }, { askedAt: new Date(0) }, { uploadId: other.id }]
    for (const data of changes) expect(await change(data)).toBe('upload_approvals_stand')
    expect(await change({})).toBe('done')
  })
})
