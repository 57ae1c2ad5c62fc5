import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { GET as openDocument } from '@/app/api/documents/[id]/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { createKey } from '@/lib/keys/change.server'
import type { Scope } from '@/lib/keys/scopes'
import { db } from '@/lib/platform/db.server'
import { claimReview } from '@/lib/reviews/decision/claim.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { MAX_DOCUMENTS } from '@/lib/reviews/item/documents'
import { policySetting } from '@/lib/reviews/load.server'
import { CALL_BACK, createReview } from '@/lib/reviews/testing/fixtures'
import { POST as decide } from './[id]/decision/route'
import { POST as addDocument } from './[id]/documents/route'
import { POST as addNote } from './[id]/notes/route'
import { POST as reopen } from './[id]/reopen/route'
import { GET as read } from './[id]/route'
import { POST as takeOver } from './[id]/take-over/route'
import { POST as undo } from './[id]/undo/route'

type Handler = typeof decide
type Visitor = Person & { key?: string }
type Sent = { json?: unknown; file?: Uint8Array; fileName?: string; length?: string }

/** The same person as an API client: a key acts as its owner. */
const keyOf = async (person: Person, ...scopes: Scope[]): Promise<Visitor> => {
  const { secret } = await createKey({ name: 'Ledger', scopes, days: 30 }, person)
  return { ...person, key: secret }
}

function call(handler: Handler, as: Visitor | null, id: string, sent?: Sent): Promise<Response> {
  const headers = new Headers({ host: '127.0.0.1:3000' })
  if (as?.key) headers.set('authorization', `Bearer ${as.key}`)
  else headers.set('sec-fetch-site', 'same-origin')
  if (as && !as.key) headers.set('cookie', as.cookie)
  if (sent?.json !== undefined) headers.set('content-type', 'application/json')
  if (sent?.fileName !== undefined) headers.set('x-file-name', sent.fileName)
  if (sent?.length) headers.set('content-length', sent.length)
  const body = sent?.file
    ? new Uint8Array(sent.file)
    : sent?.json === undefined
      ? undefined
      : JSON.stringify(sent.json)
  const request = new NextRequest('http://127.0.0.1:3000/api/reviews/x', {
    method: sent ? 'POST' : 'GET',
    headers,
    body,
  })
  return handler(request, { params: Promise.resolve({ id }) })
}

await policySetting.save('one')
const asker = await insertPerson('analyst', 'reviewer')
const reviewer = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
const disabled = await insertPerson('reviewer')
await db().user.update({ where: { id: disabled.actor.id }, data: { disabledAt: new Date() } })
const people = {
  stranger: null,
  analyst: await insertPerson(),
  asker,
  reviewer,
  second,
  admin: await insertPerson('admin'),
  disabled,
  'key of the asker': await keyOf(asker, 'reviews:decide'),
  'key of the second': await keyOf(second, 'reviews:decide'),
  'key that only reads': await keyOf(second, 'reviews:read'),
}

const APPROVE = { decision: 'approve', reason: 'spelling_or_accent' }
const REJECT = { decision: 'reject', reason: 'different_person' }
const decideAs = (by: Person, item: { id: string; evidenceHash: string }) =>
  decideReview(
    item.id,
    { decision: 'approve', reason: 'spelling_or_accent', evidenceHash: item.evidenceHash },
    by,
  )

/**
 * The response to each action by each person, on a new item of a person who is analyst and reviewer. Some actions need an
 * earlier one by `reviewer`.
 */
const ACTS: Record<string, (as: Visitor | null) => Promise<Response>> = {
  approve: async (as) => {
    const item = await createReview(asker.actor)
    return call(decide, as, item.id, { json: { ...APPROVE, evidenceHash: item.evidenceHash } })
  },
  reject: async (as) => {
    const item = await createReview(asker.actor)
    return call(decide, as, item.id, { json: { ...REJECT, evidenceHash: item.evidenceHash } })
  },
  'undo what the reviewer decided': async (as) => {
    const item = await createReview(asker.actor)
    await decideAs(reviewer, item)
    return call(undo, as, item.id, {})
  },
  'reopen what the reviewer decided': async (as) => {
    const item = await createReview(asker.actor)
    await decideAs(reviewer, item)
    return call(reopen, as, item.id, { json: { note: 'New document' } })
  },
  'take over what the reviewer holds': async (as) => {
    const item = await createReview(asker.actor)
    await claimReview(item.id, reviewer.actor)
    return call(takeOver, as, item.id, { json: { reason: 'Urgent' } })
  },
}

const COLUMNS = [
  'stranger',
  'analyst',
  'asker',
  'reviewer',
  'second',
  'admin',
  'disabled',
  'key of the asker',
  'key of the second',
  'key that only reads',
]
const MATRIX: [act: string, expected: number[]][] = [
  ['approve', [401, 403, 403, 200, 200, 403, 401, 403, 200, 403]],
  ['reject', [401, 403, 403, 200, 200, 403, 401, 403, 200, 403]],
  ['undo what the reviewer decided', [401, 403, 409, 200, 409, 403, 401, 409, 409, 403]],
  ['reopen what the reviewer decided', [401, 403, 403, 200, 200, 403, 401, 403, 200, 403]],
  ['take over what the reviewer holds', [401, 403, 403, 409, 200, 403, 401, 403, 200, 403]],
]

describe('who may do what', () => {
  it.each(MATRIX)('%s', async (act, expected) => {
    const found: Record<string, number> = {}
    for (const [name, as] of Object.entries(people)) {
      const answer = await ACTS[act]?.(as)
      found[name] = answer?.status ?? 0
      if (answer && answer.status >= 400)
        expect(answer.headers.get('content-type')).toContain('application/problem+json')
    }
    expect(found).toEqual(Object.fromEntries(COLUMNS.map((name, i) => [name, expected[i]])))
  })

  it('an analyst cannot decide their own items either', async () => {
    const analyst = people.analyst as Visitor
    const { id, evidenceHash } = await createReview(analyst.actor)
    const acts = [
      call(decide, analyst, id, { json: { ...APPROVE, evidenceHash } }),
      call(decide, analyst, id, { json: { ...REJECT, evidenceHash } }),
      call(undo, analyst, id, {}),
      call(reopen, analyst, id, { json: { note: 'New document' } }),
      call(takeOver, analyst, id, { json: { reason: 'Urgent' } }),
    ]
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('a program needs a recorded call too, like everybody who approves a no match', async () => {
    const { id, evidenceHash } = await createReview(asker.actor, 'no_match')
    const program = people['key of the second'] ?? null
    const body = { decision: 'approve', reason: 'confirmed_with_payee', note: 'Called', evidenceHash }
    const refused = await call(decide, program, id, { json: body })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      422,
      'call_back_required',
    ])
    const invoice = { ...CALL_BACK, numberSource: 'invoice' }
    expect((await call(decide, program, id, { json: { ...body, callBack: invoice } })).status).toBe(422)
    expect((await call(decide, program, id, { json: { ...body, callBack: CALL_BACK } })).status).toBe(200)
    const { decisions } = await (await call(read, reviewer, id)).json()
    expect(decisions).toMatchObject([{ callBack: CALL_BACK, by: { id: second.actor.id } }])
  })

  it('another person’s item is not found for an analyst', async () => {
    const item = await createReview(asker.actor)
    for (const answer of [
      await call(read, people.analyst ?? null, item.id),
      await call(addNote, people.analyst ?? null, item.id, { json: { note: 'Hello' } }),
      await call(addDocument, people.analyst ?? null, item.id, { file: PDF, fileName: 'a.pdf' }),
    ])
      expect(answer.status).toBe(404)
  })
})

const PDF = new TextEncoder().encode('%PDF-1.7\nA letter of the bank\n%%EOF')

describe('a note', () => {
  it('appears in the timeline; the audit log records that it was written, without its text', async () => {
    const item = await createReview(asker.actor)
    expect((await call(addNote, asker, item.id, { json: { note: 'Called Jean' } })).status).toBe(201)
    const { timeline } = await (await call(read, reviewer, item.id)).json()
    expect(timeline[0]).toMatchObject({ kind: 'note', note: 'Called Jean' })
    const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: item.id } })
    expect(entry.action).toBe('review.note_added')
    expect(JSON.stringify(entry.details)).not.toContain('Jean')
  })

  it.each(['A\u0000B', 'A\u202eB', 'A\ud800', '  '])('is refused: %j', async (text) => {
    const item = await createReview(asker.actor)
    expect((await call(addNote, asker, item.id, { json: { note: text } })).status).toBe(422)
    const body = { ...REJECT, note: `${text}\u0000`, evidenceHash: item.evidenceHash }
    expect((await call(decide, reviewer, item.id, { json: body })).status).toBe(422)
  })

  it('is refused when the review has two hundred', async () => {
    const { id } = await createReview(asker.actor)
    const note = { reviewId: id, kind: 'note' as const, byId: asker.actor.id, note: 'A' }
    await db().reviewEvent.createMany({ data: Array.from({ length: 199 }, () => note) })
    expect((await call(addNote, asker, id, { json: { note: 'B' } })).status).toBe(201)
    const refused = await call(addNote, asker, id, { json: { note: 'C' } })
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'too_many_notes'])
  })

  it('does not change the evidence', async () => {
    const item = await createReview(asker.actor)
    await call(addNote, asker, item.id, { json: { note: 'Called' } })
    await call(addDocument, asker, item.id, { file: PDF, fileName: 'a.pdf' })
    const body = { ...APPROVE, evidenceHash: item.evidenceHash }
    expect((await call(decide, reviewer, item.id, { json: body })).status).toBe(200)
  })
})

describe('a document', () => {
  it('downloads byte for byte for people who may read the review, and is stored encrypted', async () => {
    const item = await createReview(asker.actor)
    const sent = { file: PDF, fileName: encodeURIComponent('Überweisung ../1.pdf') }
    const added = await call(addDocument, asker, item.id, sent)
    expect(added.status).toBe(201)
    const { id } = (await added.json()) as { id: string }
    const answer = await call(openDocument, reviewer, id)
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(PDF))).toBe(true)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect((await call(openDocument, people.analyst ?? null, id)).status).toBe(404)
    expect((await call(openDocument, people.admin ?? null, id)).status).toBe(403)
    const stored = await db().document.findUniqueOrThrow({ where: { id } })
    expect(Buffer.from(stored.cipher).includes('A letter of the bank')).toBe(false)
    expect(await db().auditEntry.count({ where: { action: 'document.opened', objectId: id } })).toBe(1)
    const where = { action: 'review.document_added', objectId: item.id }
    expect(await db().auditEntry.findMany({ where, select: { details: true } })).toEqual([
      { details: { documentId: id, mediaType: 'application/pdf', bytes: PDF.length } },
    ])
    const unread: Response[] = []
    for (let n = 0; n < 6; n++) unread.push(await call(openDocument, reviewer, id))
    expect((await call(openDocument, reviewer, id)).status).toBe(429)
    for (const one of unread) await one.body?.cancel()
    expect((await call(openDocument, reviewer, id)).status).toBe(200)
  })

  it('is refused when the review has as many as it may have', async () => {
    const { id } = await createReview(asker.actor)
    const file = { fileName: 'a.pdf', mediaType: 'application/pdf', bytes: 1, sha256: 'x' }
    const added = { reviewId: id, addedById: asker.actor.id, cipher: new Uint8Array() }
    const data = Array.from({ length: MAX_DOCUMENTS - 1 }, () => ({ ...file, ...added }))
    await db().document.createMany({ data })
    const add = () => call(addDocument, asker, id, { file: PDF, fileName: 'a.pdf' })
    expect((await add()).status).toBe(201)
    const refused = await add()
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'too_many_documents'])
  })

  it.each([
    ['a page with a script in it', new TextEncoder().encode('<html><script>'), 422, 'file_type'],
    ['nothing', new Uint8Array(), 422, 'file_empty'],
    ['more than 10 MB', new Uint8Array(10 * 1024 * 1024 + 1).fill(0x25), 413, 'too_large'],
  ])('that is %s is refused', async (_, file, status, code) => {
    const item = await createReview(asker.actor)
    const answer = await call(addDocument, asker, item.id, { file, fileName: 'a.pdf' })
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { code: string }).code).toBe(code)
    expect(await db().document.count({ where: { reviewId: item.id } })).toBe(0)
  })
})
