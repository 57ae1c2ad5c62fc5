import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { streamChunks } from '@/lib/platform/threads/stream-chunks'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { withFileThread } from './file-thread.server'

const DE = 'DE89370400440532013000'
const table = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
const map = { iban: 0, name: [1], instead: [], reference: null, note: null }
const bytes = (text: string) => new TextEncoder().encode(text)
const row = (number: number, name: string, edited = false) => ({ row: number, iban: DE, name, edited })

const compare = (file: Uint8Array, rows: ReturnType<typeof row>[], format: 'text' | 'workbook' = 'text') =>
  withFileThread(async (ask) => {
    await ask('open', { bytes: file, table: { ...table, format } })
    return ask('compare', { rows, map })
  })

describe('a stored file in a separate thread', () => {
  it('is compared by the rules that read it, up to the first difference', async () => {
    const file = `IBAN;Name\r\n"de89 3704 0044 0532 0130 00"; Ann  Lee\r\n${DE};Ben\r\n${DE};Cid\r\n`
    const rows = [row(1, 'Ann Lee'), row(2, 'Bob', true), row(3, 'Cid', true)]
    expect(await compare(bytes(file), rows)).toEqual({ difference: null, edited: 1, unchanged: [3] })
    expect(await compare(bytes(file), [row(1, 'Ann Lee'), row(2, 'Bob')])).toMatchObject({
      difference: { row: 2, field: 'name' },
    })
    expect(await compare(bytes(file), [row(4, 'Dan', true)])).toMatchObject({
      difference: { row: 4, field: 'missing' },
    })
  })

  it('is unknown to the next job in that thread', async () => {
    await compare(bytes(`IBAN;Name\r\n${DE};Ann\r\n`), [row(1, 'Ann')])
    const next = withFileThread((ask) => ask('cells', [1]))
    await expect(next).rejects.toMatchObject({ why: 'crash', cause: { message: 'no file was opened' } })
  })

  it('may be a workbook, and differs where a name may be cut off', async () => {
    const workbook = makeWorkbook([
      {
        name: 'Payees',
        rows: [
          ['IBAN', 'Name'],
          [DE, 'Ann'],
        ],
      },
    ])
    expect(await compare(workbook, [row(1, 'Ann')], 'workbook')).toMatchObject({ difference: null })
    const cut = bytes(`IBAN;Name\r\n${DE};Nord; Sud & Fils\r\n`)
    expect(await compare(cut, [row(1, 'Nord')])).toMatchObject({ difference: { row: 1, field: 'name' } })
  })

  it('that is not a table, or not in the declared format, is refused with its reason', async () => {
    await expect(compare(zipSync({ 'a.txt': strToU8('x') }), [], 'workbook')).rejects.toMatchObject({
      why: 'file_type',
    })
    await expect(compare(zipSync({ 'a.txt': strToU8('x') }), [])).rejects.toMatchObject({ why: 'file_type' })
    await expect(compare(bytes(''), [])).rejects.toMatchObject({ why: 'file_empty' })
  })

  it('with payments is read in pages, and split into verified parts', async () => {
    const order = (id: string) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1</InstdAmt></Amt></CdtTrfTxInf>`
    const xml = `<Document><CstmrCdtTrfInitn><GrpHdr><MsgId>M</MsgId></GrpHdr><PmtInf>${['A', 'B', 'C'].map(order).join('')}</PmtInf></CstmrCdtTrfInitn></Document>`
    const plan = {
      ...{ released: [2], gone: [3], names: [], nameCap: 70, at: '2026-11-24T18:00:00Z' },
      messageIds: { released: 'M-R1', held: 'M-H1' },
    }
    const file = () => ({ bytes: bytes(xml), table: { format: 'payments' } as const, map })
    const seen = await withFileThread(async (ask) => {
      const opened = await ask('openPaid', file())
      const pages = [await ask('paid', { after: 0, size: 2 }), await ask('paid', { after: 2, size: 2 })]
      return { opened, pages, parts: await ask('cut', { ...file(), plan }) }
    })
    expect(seen.opened).toMatchObject({ lines: 3, file: { messageId: 'M' } })
    expect(seen.pages.map((page) => page.map(({ endToEndId }) => endToEndId))).toEqual([['A', 'B'], ['C']])
    expect(seen.parts).toMatchObject({ released: { lines: 1 }, held: { lines: 1 }, original: { lines: 2 } })
  })

  it('that would take forever is stopped at the deadline', async () => {
    const reading = withFileThread(
      async (ask) => {
        for (;;) await ask('open', { bytes: bytes(`IBAN;Name\r\n${DE};Ann\r\n`), table })
      },
      { deadlineMs: 20 },
    )
    await expect(reading).rejects.toMatchObject({ why: 'deadline' })
  })
})

test('many concurrent jobs all run', async () => {
  const file = () => bytes(`IBAN;Name\r\n${DE};Ann\r\n`)
  const all = await Promise.all(Array.from({ length: 5 }, () => compare(file(), [row(1, 'Ann')])))
  expect(all.map(({ difference }) => difference)).toEqual(Array(5).fill(null))
})

describe('chunks that are produced ahead', () => {
  it('arrive in order, end with the error that stopped them, and stop when the reader leaves', async () => {
    const pieces = await streamChunks<number>(async (take) => {
      take(1)
      take(2)
      throw new Error('broken')
    })
    const seen: number[] = []
    const reading = (async () => {
      for await (const piece of pieces) seen.push(piece)
    })()
    await expect(reading).rejects.toThrow('broken')
    let wanted = true
    const endless = await streamChunks<number>(async (take) => {
      for (let n = 0; wanted; n++) {
        wanted = take(n)
        await new Promise(setImmediate)
      }
    })
    for await (const piece of endless) if (piece === 3) break
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(wanted).toBe(false)
  })

  it('that fail before the first one are refused at once', async () => {
    const refused = streamChunks(() => Promise.reject(new Error('unreadable')))
    await expect(refused).rejects.toThrow('unreadable')
  })
})
