import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sumsOf } from '@/lib/tables/money/decimal'
import { readOrderPayments } from '@/lib/tables/payments/order-payments'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { uploadHead } from '@/lib/uploads/wire'
import { choose, meaningsOf, payingMapOf } from '../columns/meanings'
import { missingMeanings } from '../columns/missing'
import { checkedSession } from './testing/checked-session'

const ORDERS = new URL('../../../lib/tables/testing/pain001/pain.001.001.09.xml', import.meta.url)

describe('a payment list', () => {
  const iban = 'DE89370400440532013000'
  const list = (...amounts: string[]) =>
    ['Payee;IBAN;Amount;Code', ...amounts.map((amount) => `Ann;${iban};${amount};EUR`)].join('\n')

  test('is recognised by its amounts, and is sent with its column of amounts', async () => {
    const session = await checkedSession(list('1.234,50', '2,50'))
    const { map, headers, columns, amounts } = session.view()
    expect(map).toMatchObject({ amount: 2, currency: 3, decimal: ',' })
    expect(payingMapOf(meaningsOf(map, headers, columns.length), map)).toEqual(map)
    expect(amounts).toMatchObject({ sums: { EUR: '1237.00' }, paid: 2, problems: {} })
    const { blob } = await session.pack()
    const [head = ''] = gunzipSync(new Uint8Array(await blob.arrayBuffer()))
      .toString()
      .split('\n')
    expect(uploadHead.parse(JSON.parse(head)).map).toEqual(map)
  })

  test('can’t be sent until a person confirms the decimal separator of ambiguous amounts', async () => {
    const session = await checkedSession(list('1.234', '2.500'))
    const { map, amounts } = session.view()
    expect(missingMeanings(map, amounts)).toEqual(['decimal'])
    expect(amounts).toMatchObject({ found: 'both', paid: 0, readings: { ',': { EUR: '3734' } } })
    session.setMap({ ...map, decimal: ',' })
    const { map: confirmed, amounts: read } = session.view()
    expect(missingMeanings(confirmed, read)).toEqual([])
    expect(read).toMatchObject({ sums: { EUR: '3734' }, paid: 2 })
  })

  test('keeps the decimal separator of unambiguous amounts, even if another one is chosen', async () => {
    const session = await checkedSession(list('12.50'))
    session.setMap({ ...session.view().map, decimal: ',' })
    expect(session.view()).toMatchObject({ map: { decimal: '.' }, amounts: { sums: { EUR: '12.50' } } })
  })

  test('has no payments while its amounts are negative, until a person says that these are to be paid', async () => {
    const session = await checkedSession(list('-1.234,50', '2,50-', '(3,00)', '4,00', '0,00'))
    const { map, headers, columns, amounts } = session.view()
    expect(amounts).toMatchObject({ sums: { EUR: '4.00' }, paid: 1, problems: { negative: 3, zero: 1 } })
    session.setMap(payingMapOf(meaningsOf(map, headers, columns.length), { ...map, negative: true }))
    const { map: turned, amounts: read } = session.view()
    expect(turned).toEqual({ ...map, negative: true })
    expect(read).toMatchObject({ sums: { EUR: '1240.00' }, paid: 3, problems: { positive: 1, zero: 1 } })
    const meanings = choose(meaningsOf(turned, headers, columns.length), 2, 'unused')
    session.setMap(payingMapOf(meanings, turned))
    expect(session.view().map).not.toHaveProperty('negative')
  })

  test('needs no confirmation for numbers of a workbook, even if texts have a decimal comma', async () => {
    const rows = [{ number: '12.345' }, { number: '99.5' }, '1.234,50'].map((cell) => ['Ann', iban, cell])
    const sessionWith = (from: number, to: number) =>
      checkedSession(
        makeWorkbook([{ name: 'Pay', rows: [['Payee', 'IBAN', 'Amount TND'], ...rows.slice(from, to)] }]),
      )
    for (const session of [await sessionWith(0, 2), await sessionWith(1, 3), await sessionWith(0, 3)]) {
      const { map, amounts } = session.view()
      expect(missingMeanings(map, amounts)).toEqual([])
      expect(amounts).toMatchObject({ problems: {}, readings: null })
    }
  })

  test('is sent without payments if no amount column is chosen', async () => {
    const session = await checkedSession(list('12.50'))
    const { map, headers, columns } = session.view()
    const meanings = choose(meaningsOf(map, headers, columns.length), 2, 'unused')
    session.setMap(payingMapOf(meanings, map))
    const { map: plain, amounts } = session.view()
    expect(plain).toEqual({ iban: 1, name: [0], instead: [], reference: null, note: null })
    expect(amounts).toBeNull()
  })

  test('in pain.001 has the sums of the file', async () => {
    const session = await checkedSession(new Uint8Array(readFileSync(ORDERS)))
    const { amounts, map } = session.view()
    expect(amounts).toMatchObject({ found: '.', problems: {} })
    expect(Object.keys(amounts?.sums ?? {})).toEqual(['EUR'])
    expect(map.amount).toBeUndefined()
    session.setMap({ ...map, name: [7], instead: [7], reference: 7 })
    expect(session.view().map).toEqual({ ...map, reference: 7 })
    session.setMap({ ...map, reference: 1, note: 2 })
    expect(session.view().map).toEqual({ ...map, reference: null, note: null })
  })

  test.each([
    ['10.00', 'eur', 'currency'],
    ['10.00', '', 'currency'],
    ['1,234.50', 'EUR', 'unreadable'],
    ['10.00 EUR', 'EUR', 'unreadable'],
    ['-10.00', 'EUR', 'negative'],
    ['10.005', 'EUR', 'decimals'],
    ['+0010.00', 'EUR', null],
    ['1234567890123456789.00', 'EUR', null],
  ])('in pain.001 counts %s “%s” as its run does: %s', async (amount, currency, problem) => {
    const text = readFileSync(ORDERS, 'utf8').replace(
      /<InstdAmt Ccy="EUR">[^<]*/,
      `<InstdAmt Ccy="${currency}">${amount}`,
    )
    const { amounts } = (await checkedSession(text)).view()
    const run = readOrderPayments(new TextEncoder().encode(text))
    if ('problem' in run) throw new Error(run.problem)
    expect(amounts).toMatchObject({ sums: sumsOf(run.lines), problems: problem ? { [problem]: 1 } : {} })
    expect(run.lines.filter((line) => line.amount === null)).toHaveLength(problem ? 1 : 0)
  })
})
