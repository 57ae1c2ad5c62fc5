import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { releaseLines } from '@/lib/payments/release/release.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import {
  DEBTOR,
  numberLines,
  ordersOf,
  ordersRequest,
  paymentTo,
  createTestRun as storedRun,
  uploadOrders,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { keepOriginal } from '@/lib/uploads/intake/ingest.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { withOriginal } from '@/lib/uploads/original.server'
import { linesOf, requestOf } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { linesSearch } from '../schema'
import { readStoredLines } from './read.server'
import { requeueRuns } from './requeue.server'
import { searchLines } from './search.server'
import { markRunUnreadable, storeRunLines } from './store.server'

const FRENCH = 'FR7630006000011234567890189'

await insertConnection()
const analyst = await insertPerson()

const jobs = (name: string, uploadId: string) => db().$queryRaw<object[]>`
  select 1 from pgboss.job where name = ${name} and data ->> 'uploadId' = ${uploadId}`
const dropJobs = () => db().$executeRaw`delete from pgboss.job`
const runOf = (uploadId: string) =>
  db().paymentRun.findUnique({
    where: { uploadId },
    include: { paymentLines: { orderBy: { number: 'asc' } } },
  })

it('storing a run updates the planner’s statistics, so that its gates are computed with a good plan', async () => {
  const known = () => db().$queryRaw<{ lines: number }[]>`
    select reltuples::int as lines from pg_class where oid = 'payment_lines'::regclass`
  const lines = numberLines(...Array.from({ length: 600 }, (_, n) => paymentTo(n + 100)))
  await storedRun(analyst, lines)
  expect(await known()).toEqual([{ lines: 600 }])
})

it('a run keeps what was read of it when another job, which began before, ends after that', async () => {
  const id = await uploadOrders(analyst, numberLines(paymentTo(90)))
  await readStoredLines(id)
  // an erasure
  await db().paymentRun.update({ where: { uploadId: id }, data: { messageId: null } })
  const file = {
    ...{ version: null, messages: [], createdAt: null, whole: null },
    messageId: 'Rent of Ann Lee',
  }
  await storeRunLines(id, file, [])
  await markRunUnreadable(id, 'original_gone', null)
  expect(await runOf(id)).toMatchObject({ state: 'ready', problem: null, messageId: null, lines: 1 })
})

describe('an upload of a payment file', () => {
  it('becomes a run with one line for each payment of the stored original', async () => {
    const lines = numberLines(
      paymentTo(1),
      paymentTo(2, { debtorIban: FRENCH, currency: 'CHF', amount: '0.10' }),
    )
    const id = await uploadOrders(analyst, lines)
    expect(await jobs('payment.read', id)).toHaveLength(1)
    await readStoredLines(id)
    const run = await runOf(id)
    expect(run).toMatchObject({
      kind: 'pain001',
      state: 'ready',
      version: 'pain.001.001.09',
      messageId: 'MSG-1',
      lines: 2,
      whole: null,
    })
    expect(run?.gatedAt).not.toBeNull()
    const seen = run?.paymentLines.map((line) => [
      line.number,
      line.batch,
      line.debtorIban,
      `${line.amount}`,
      line.currency,
      line.endToEndId,
    ])
    expect(seen).toEqual([
      [1, 0, DEBTOR, '100', 'EUR', 'E-1'],
      [2, 1, FRENCH, '0.1', 'CHF', 'E-2'],
    ])
    expect(run?.paymentLines[0]).toMatchObject({
      iban: lines[0]?.iban,
      name: 'Holder 1',
      debtorBic: 'BYLADEM1001',
      batchId: 'B-1',
      gate: 'waiting',
    })
  })

  it('has a run with the state “reading” as soon as it is sent, for people who may see it', async () => {
    const stranger = await insertPerson()
    const { id } = await receiveUpload(ordersRequest(numberLines(paymentTo(12))), analyst)
    const states = async () => (await readPaymentRun(id, analyst.actor)).state
    expect(await readPaymentRun(id, analyst.actor)).toMatchObject({
      ...{ id, kind: 'pain001', state: 'reading', lines: 0, gatedAt: null },
      may: { release: false, confirm: false },
    })
    await compareUpload(id)
    expect(await states()).toBe('reading')
    expect(await refusalOf(readPaymentRun(id, stranger.actor))).toBe('404 not_found')
    await readStoredLines(id)
    expect(await states()).toBe('ready')
  })

  it('has no lines until all of them are read, for people who may see it', async () => {
    const stranger = await insertPerson()
    const { id } = await receiveUpload(ordersRequest(numberLines(paymentTo(13), paymentTo(14))), analyst)
    const found = (by: Person) => searchLines(id, linesSearch.parse({}), by.actor)
    expect(await found(analyst)).toEqual({ items: [], nextCursor: null, total: 0 })
    expect(await refusalOf(found(stranger))).toBe('404 not_found')
    await compareUpload(id)
    await readStoredLines(id)
    expect(await found(analyst)).toMatchObject({ items: [{ number: 1 }, { number: 2 }], total: 2 })
    await db().paymentRun.update({ where: { uploadId: id }, data: { state: 'reading' } })
    expect(await found(analyst)).toMatchObject({ items: [], total: 0 })
  })

  it.each([{ name: [7] }, { name: [1], instead: [7] }])(
    'is never sent with other names than its payees’, whatever column was chosen: %o',
    async (chosen) => {
      const mallory = numberLines(paymentTo(17, { name: 'Mallory' }))
      const paysHolder = ordersOf(numberLines(paymentTo(17))).replace(
        '</CdtTrfTxInf>',
        '<RmtInf><Ustrd>Mallory</Ustrd></RmtInf></CdtTrfTxInf>',
      )
      const map = { iban: 2, instead: [], reference: 0, note: null, ...chosen }
      const { id } = await receiveUpload(ordersRequest(mallory, paysHolder, { map }), analyst)
      expect(await compareUpload(id)).toMatchObject({ problem: 'row_differs', row: 1, field: 'name' })
    },
  )

  it('is read only once, and is read to its end if a worker was killed before', async () => {
    const id = await uploadOrders(analyst, numberLines(paymentTo(3), paymentTo(4)))
    await readStoredLines(id)
    await db().paymentLine.delete({ where: { uploadId_number: { uploadId: id, number: 2 } } })
    await readStoredLines(id)
    expect((await runOf(id))?.paymentLines).toHaveLength(1)
    await db().paymentRun.update({ where: { uploadId: id }, data: { state: 'reading' } })
    await readStoredLines(id)
    expect(await runOf(id)).toMatchObject({ state: 'ready', paymentLines: [{ number: 1 }, { number: 2 }] })
  })

  it('has a run that can’t be split if the file is signed', async () => {
    const lines = numberLines(paymentTo(5))
    const signature = '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/></CstmrCdtTrfInitn>'
    const id = await uploadOrders(analyst, lines, ordersOf(lines).replace('</CstmrCdtTrfInitn>', signature))
    await readStoredLines(id)
    expect(await runOf(id)).toMatchObject({ state: 'ready', whole: 'signature' })
    const clear = { lines: 'clear', expected: { lines: 1, sums: { EUR: '100' } } } as const
    expect(await refusalOf(releaseLines(id, clear, await insertPerson('reviewer')))).toBe('409 run_signed')
  })

  it('has a run that can’t be split if the file declares other totals than it contains', async () => {
    const lines = numberLines(paymentTo(15), paymentTo(16))
    const deleted = ordersOf(lines).replace('<NbOfTxs>2</NbOfTxs>', '<NbOfTxs>3</NbOfTxs>')
    const id = await uploadOrders(analyst, lines, deleted)
    await readStoredLines(id)
    expect(await readPaymentRun(id, analyst.actor)).toMatchObject({ state: 'ready', whole: 'totals_differ' })
  })

  it('has a run that shows, without a name, where the file can’t be read', async () => {
    const lines = numberLines(paymentTo(11))
    const long = `<UltmtCdtr><Nm>${'Yannick '.repeat(30_000)}</Nm></UltmtCdtr></CdtTrfTxInf>`
    const id = await uploadOrders(analyst, lines)
    const file = Buffer.from(ordersOf(lines).replace('</CdtTrfTxInf>', long))
    await db().uploadOriginal.delete({ where: { uploadId: id } })
    await db().$transaction((tx) => keepOriginal(tx, id, file))
    await readStoredLines(id)
    expect(await readPaymentRun(id, analyst.actor)).toMatchObject({
      ...{ state: 'unreadable', problem: 'payments_broken' },
      problemPlace: { line: expect.any(Number), element: 'Nm', value: 'Y···' },
    })
    const cut = withOriginal((ask) =>
      ask('openPaid', {
        bytes: Buffer.from('<?xml version="1.0"?><Document>\n<Nm>Yannick</Nm></Document>'),
        ...{
          table: { format: 'payments' },
          map: { iban: 2, name: [1], instead: [], reference: 0, note: null },
        },
      }),
    )
    await expect(cut).rejects.toMatchObject({
      ...{ status: 422, code: 'original_unreadable' },
      extra: { line: 2, element: 'Nm' },
    })
  })

  it('has no run in the sandbox, and none if its rows differ from its file', async () => {
    const sandbox = await uploadOrders(analyst, numberLines(paymentTo(6)))
    await db().upload.update({ where: { id: sandbox }, data: { environment: 'sandbox' } })
    const other = await uploadOrders(analyst, numberLines(paymentTo(7)), ordersOf(numberLines(paymentTo(8))))
    expect(await jobs('payment.read', other)).toEqual([])
    for (const id of [sandbox, other]) {
      await readStoredLines(id)
      expect(await runOf(id)).toBeNull()
      expect(await refusalOf(readPaymentRun(id, analyst.actor))).toBe('404 not_found')
    }
  })
})

describe('the job that runs every minute', () => {
  it('queues uploads whose run is missing, and runs with old gates', async () => {
    await dropJobs()
    const id = await uploadOrders(analyst, numberLines(paymentTo(9)))
    await dropJobs()
    await requeueRuns()
    await requeueRuns()
    expect(await jobs('payment.read', id)).toHaveLength(1)
    await readStoredLines(id)
    await dropJobs()
    await requeueRuns()
    expect([await jobs('payment.read', id), await jobs('payment.gate', id)]).toEqual([[], []])
    await db().paymentRun.update({
      where: { uploadId: id },
      data: { gatedAt: new Date(Date.now() - 2 * 3600_000) },
    })
    await requeueRuns()
    expect(await jobs('payment.gate', id)).toHaveLength(1)
  })

  it('queues no table without an amount column', async () => {
    const id = await storeCompared(requestOf(linesOf([{ iban: FRENCH, name: 'Marie Curie' }])), analyst)
    await dropJobs()
    await requeueRuns()
    expect(await jobs('payment.read', id)).toEqual([])
  })
})

it('a file with values that no bank accepts, and with a date that doesn’t exist, is still read', async () => {
  const long = randomBytes(3_000).toString('hex').toUpperCase()
  const lines = numberLines(
    paymentTo(810_001, { dueOn: '0000-01-01' }),
    paymentTo(810_002, { dueOn: null, iban: `DE${long}` }),
    paymentTo(810_003, { name: 'Anna M\ud83d', remittance: 'a\0b' }),
  )
  const id = await storedRun(analyst, lines, {
    file: { messageId: long },
    rows: { 2: { skipped: 'iban_checksum' }, 3: { skipped: 'left_out' } },
  })
  const run = await db().paymentRun.findUniqueOrThrow({
    where: { uploadId: id },
    include: { paymentLines: true },
  })
  expect(run).toMatchObject({ state: 'ready', messageId: long.slice(0, 140) })
  expect(run.paymentLines.map(({ dueOn, iban }) => [dueOn, iban?.length])).toEqual([
    [null, 22],
    [null, 80],
    [new Date('2026-03-31'), 22],
  ])
  expect(run.paymentLines[2]).toMatchObject({ name: 'Anna M\ufffd', remittance: 'a\ufffdb' })
  expect(await readPaymentRun(id, analyst.actor)).toMatchObject({ undated: 2, pastDue: 1 })
  const { items } = await searchLines(id, linesSearch.parse({ only: 'undated' }), analyst.actor)
  expect(items.map(({ number }) => number)).toEqual([1, 2])
})
