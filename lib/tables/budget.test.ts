import { expect, it } from 'vitest'
import { Budget } from '@/lib/tables/budget'
import { deflatedEntry, rawZip } from '@/lib/tables/testing/hostile/zip'
import { openZip } from '@/lib/tables/workbook/zip'

const MEBI = 1024 * 1024

it('lets the parts of a file unpack to 256 MB together', () => {
  const { budget, text } = openZip(rawZip([deflatedEntry('a.xml', 'aaaa'), deflatedEntry('b.xml', 'bbbbb')]))
  budget.unpack(256 * MEBI - 8)
  expect([...(text('a.xml') ?? [])].join('')).toBe('aaaa')
  expect(() => [...(text('b.xml') ?? [])]).toThrow('file_unpacks_too_large')
})

it('lets the cells of a sheet have 256 MB of text, and counts a shared text in each', () => {
  const budget = new Budget()
  const shared = 'a'.repeat(MEBI)
  budget.keep(Array(256).fill(shared))
  expect(() => budget.keep(['a'])).toThrow('file_unpacks_too_large')
})

it('lets all parts have ten million elements and references together', () => {
  const budget = new Budget()
  budget.references('&'.repeat(9_999_999))
  budget.element()
  expect(() => budget.element()).toThrow('too_many_cells')
})
