import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db, lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { signedOutWaiting } from '@/lib/platform/testing/locks'
import { stripChecks } from '@/lib/retention/strip.server'
import { retryUpload } from '@/lib/uploads/retry/retry.server'
import { runWorker } from '@/lib/uploads/testing/office'
import type { UploadView } from '@/lib/uploads/view'
import { startProvider } from '@/service/testing/start-provider'
import * as exported from './[id]/export/route'
import * as retry from './[id]/retry/route'
import * as one from './[id]/route'
import * as stop from './[id]/stop/route'
import { callUploads, postUpload, readId, readProblem, rowsNamed } from './testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

const provider = await startProvider()
await insertConnection(provider.baseUrl, 3)
const analyst = await insertPerson()
const stranger = await insertPerson()

const again = (id: string, as = analyst, key: string = randomUUID()) =>
  callUploads(retry.POST, 'POST', { as, id, headers: { 'idempotency-key': key } })
const view = async (id: string): Promise<UploadView> =>
  (await callUploads(one.GET, 'GET', { as: analyst, id })).json()
const checks = (uploadId: string) =>
  db().verification.findMany({ where: { uploadId }, orderBy: { name: 'asc' } })

/** Five rows with a bank timeout, two of them identical, and one match. */
async function answered(): Promise<string> {
  const rows = rowsNamed(['Ann Late', 'Ben', 'Cid Late', 'Dan Late', 'Eve Late', 'Fay Late'])
  rows[5] = { ...rows[4] } as (typeof rows)[number]
  const id = await readId(await postUpload(rows, analyst))
  await runWorker(id)
  return id
}

describe('a retry of timeouts', () => {
  it('is a new upload of these rows, linked to the old checks, which do not change', async () => {
    const id = await answered()
    const before = await checks(id)
    expect((await view(id)).retry).toEqual({ rows: 5, credits: 4, runs: [] })
    const billed = provider.ledger.length
    const made = await again(id)
    expect(made.status).toBe(201)
    const run = await readId(made)
    expect(await view(run)).toMatchObject({
      retries: id,
      total: 5,
      verifications: 4,
      fileName: 'suppliers.csv',
    })
    await runWorker(run)
    const paid = provider.ledger.slice(billed).flatMap((line) => line.items)
    expect(paid.map((item) => item.name)).toEqual(['Ann Late', 'Cid Late', 'Dan Late', 'Eve Late'])
    const late = before.filter((check) => check.status === 'failed')
    expect((await checks(run)).map((check) => check.previousId)).toEqual(late.map((check) => check.id))
    expect(await checks(id)).toEqual(before)
    expect((await view(id)).retry).toEqual({ rows: 0, credits: 0, runs: [run] })
    expect((await view(run)).retry).toEqual({ rows: 5, credits: 4, runs: [] })
    const retried = { objectId: id, action: 'upload.retried' }
    const entry = await db().auditEntry.findFirstOrThrow({ where: retried })
    expect(entry).toMatchObject({ actorId: analyst.id, details: { rows: 5, credits: 4, run } })
  })

  it('is not stored for somebody who lost access while the file was read', async () => {
    const id = await answered()
    const gone = await insertPerson('analyst', 'reviewer')
    await db().user.update({ where: { id: gone.actor.id }, data: { roles: ['reviewer'] } })
    await expect(retryUpload(id, gone)).rejects.toMatchObject({ status: 401, code: 'session_required' })
    expect((await view(id)).retry).toEqual({ rows: 5, credits: 4, runs: [] })
  })

  it('is not stored for somebody who is signed out while it waits for the tried names of others', async () => {
    const id = await answered()
    const retrier = await insertPerson('analyst', 'reviewer')
    const lock = (tx: Tx) => takeLocks(tx, [lockOf('tried')])
    expect(await signedOutWaiting(retrier, lock, () => retryUpload(id, retrier))).toBe('session_required')
    expect((await view(id)).retry).toEqual({ rows: 5, credits: 4, runs: [] })
  })

  it('returns its own file with results, each row with its original row number', async () => {
    const id = await answered()
    const run = await readId(await again(id))
    await runWorker(run)
    const file = await callUploads(exported.GET, 'GET', { as: analyst, id: run, query: '?format=original' })
    const [, header, first, second] = /^\uFEFF?(.*)\r\n(.*)\r\n(.*)\r\n/.exec(await file.text()) ?? []
    expect(header).toMatch(/^Accord row;Accord upload;IBAN;Name;Result;/)
    expect(first).toMatch(new RegExp(`^1;${id};DE\\w+;Ann Late;Failed;`))
    expect(second).toMatch(new RegExp(`^3;${id};DE\\w+;Cid Late;Failed;`))
  })

  it('is built from the stored values when the original file is deleted', async () => {
    const id = await answered()
    await db().uploadOriginal.delete({ where: { uploadId: id } })
    expect(await view(await readId(await again(id)))).toMatchObject({ total: 5, original: true })
  })

  it('is paid once, however often and by however many people it is requested', async () => {
    const id = await answered()
    const answers = await Promise.all(Array.from({ length: 4 }, () => again(id)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
    const late = answers.find((answer) => answer.status === 409) as Response
    expect(await readProblem(late)).toMatchObject({ code: 'nothing_to_retry' })
    expect((await view(id)).retry.runs).toHaveLength(1)
  })

  it('with the same key replays the stored response', async () => {
    const id = await answered()
    const key = randomUUID()
    const [first, second] = [await again(id, analyst, key), await again(id, analyst, key)]
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await readId(second)).toBe(await readId(first))
  })

  it('is refused without a key, while the upload runs, and to people who cannot see it', async () => {
    const id = await readId(await postUpload(rowsNamed(['Ann Late']), analyst))
    expect(await readProblem(await again(id))).toMatchObject({ status: 409, code: 'upload_open' })
    await runWorker(id)
    expect((await again(id, stranger)).status).toBe(404)
    const bare = await callUploads(retry.POST, 'POST', { as: analyst, id })
    expect(await readProblem(bare)).toMatchObject({ status: 400, code: 'idempotency_key_required' })
    expect((await view(id)).retry.runs).toEqual([])
  })

  it('can be made again when nothing of the first one was sent', async () => {
    const id = await answered()
    const stopped = await readId(await again(id))
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id: stopped })).status).toBe(200)
    expect((await view(id)).retry).toEqual({ rows: 5, credits: 4, runs: [stopped] })
    const run = await readId(await again(id))
    await runWorker(run)
    expect(await view(run)).toMatchObject({ total: 5, verifications: 4 })
    const { rows, runs } = (await view(id)).retry
    expect([rows, runs.sort()]).toEqual([0, [stopped, run].sort()])
  })

  it('leaves out a check whose values were erased', async () => {
    const id = await answered()
    const erased = (await checks(id)).filter(({ name }) => name === 'Ann Late').map((check) => check.id)
    await db().$transaction((tx) => stripChecks(tx, erased))
    expect((await view(id)).retry).toEqual({ rows: 4, credits: 3, runs: [] })
    const run = await readId(await again(id))
    expect(await view(run)).toMatchObject({ total: 4, verifications: 3 })
  })

  it('leaves out a check that somebody ran again as a single check', async () => {
    const id = await answered()
    const [old] = await checks(id)
    if (!old) throw new Error('no check')
    const { environment, iban, name, nameSearch, country, requestedById } = old
    await db().verification.create({
      data: {
        environment,
        iban,
        name,
        nameSearch,
        country,
        requestedById,
        source: 'single',
        previousId: old.id,
      },
    })
    expect((await view(id)).retry).toEqual({ rows: 4, credits: 3, runs: [] })
  })
})
