import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import type { Slots } from '@/lib/platform/threads/slots'
import { withFileThread } from '@/lib/tables/thread/file-thread.server'
import { keepOriginal } from '@/lib/uploads/intake/ingest.server'
import { fileOf } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import type { UploadView } from '@/lib/uploads/view'
import { startProvider } from '@/service/testing/start-provider'
import * as retry from './[id]/retry/route'
import * as one from './[id]/route'
import { callUploads, postUpload, readId, rowsNamed } from './testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

const provider = await startProvider()
await insertConnection(provider.baseUrl, 3)
const analyst = await insertPerson()

/** Retries two timeouts of an upload whose file has more in each line. */
async function retried(more: string): Promise<UploadView> {
  const rows = rowsNamed(['Ann Late', 'Ben Late'])
  const id = await readId(await postUpload(rows, analyst))
  await runWorker(id)
  const lines = fileOf(rows).split('\r\n')
  const file = Buffer.from(lines.map((line) => `${line};${more}`).join('\r\n'), 'latin1')
  await db().uploadOriginal.delete({ where: { uploadId: id } })
  await db().$transaction((tx) => keepOriginal(tx, id, file))
  await db()
    .$executeRaw`update uploads set reading = jsonb_set(reading, '{table,encoding}', '"windows-1252"') where id = ${id}::uuid`
  const headers = { 'idempotency-key': randomUUID() }
  const run = await readId(await callUploads(retry.POST, 'POST', { as: analyst, id, headers }))
  await runWorker(run)
  return (await callUploads(one.GET, 'GET', { as: analyst, id: run })).json()
}

const SENT = { status: 'completed', total: 2, comparison: { problem: null } }

it('sends the rows of a file with as many columns as there may be', async () => {
  expect(await retried(';'.repeat(997))).toMatchObject(SENT)
})

it('sends the rows of a file that is too large with its accents in UTF-8', async () => {
  const cells = Array.from({ length: 140 }, () => 'é'.repeat(32_000))
  expect(await retried(cells.join(';'))).toMatchObject(SENT)
})

it('keeps the columns of an ordinary file', async () => {
  const { id } = await retried('R-1')
  const { reading } = await db().upload.findUniqueOrThrow({ where: { id } })
  expect(reading).toMatchObject({ map: { iban: 2, name: [3] } })
})

it('reads the file only when a thread is free', async () => {
  const id = await readId(await postUpload(rowsNamed(['Cid Late']), analyst))
  await runWorker(id)
  const free = Promise.withResolvers<void>()
  const others = [1, 2].map(() => withFileThread(() => free.promise))
  const headers = { 'idempotency-key': randomUUID() }
  const waiting = callUploads(retry.POST, 'POST', { as: analyst, id, headers })
  await expect.poll(threadsAsked, { timeout: 10_000 }).toBe(1)
  await db().uploadOriginal.delete({ where: { uploadId: id } })
  free.resolve()
  await Promise.all(others)
  const run = await db().upload.findUniqueOrThrow({ where: { id: await readId(await waiting) } })
  expect(run.reading).toMatchObject({ map: { iban: 2, name: [3], reference: 4 } })
})

const threadsAsked = () =>
  (globalThis as unknown as { accordThreads: { slots: Slots } }).accordThreads.slots.waiting.length
