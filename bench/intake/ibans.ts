// How much faster one IBAN is judged than by ibantools, over the IBANs of a file of the corpus, in this process.
import fs from 'node:fs'
import path from 'node:path'
import * as ibantools from 'ibantools'
import { cleanIban } from '@/lib/iban/clean'
import { formatIban } from '@/lib/iban/format'
import { checkIban } from '@/lib/iban/validate'

const CORPUS = path.join(import.meta.dirname, '../../lib/tables/testing/corpus/26_rows_20000.csv')
const ROUNDS = 9

const ours = (cell: string) => checkIban(cell).ok
/** What people write who use it: its own cleaning first. */
const theirs = (cell: string) => ibantools.validateIBAN(ibantools.electronicFormatIBAN(cell) ?? '').valid

/** Time of the processor for one pass over the cells: what others do on this machine counts less. */
function pass(judge: (cell: string) => boolean, cells: string[]): number {
  const start = process.cpuUsage()
  let good = 0
  for (const cell of cells) if (judge(cell)) good += 1
  const { user, system } = process.cpuUsage(start)
  if (good === 0) throw new Error('no IBAN of the corpus is right')
  return user + system
}

function ratio(cells: string[]): number {
  const ratios = Array.from({ length: ROUNDS }, () => pass(theirs, cells) / pass(ours, cells))
  return ratios.toSorted((a, b) => a - b)[ROUNDS >> 1] as number
}

/** Times faster, for cells as programs write them and for groups of four. */
export function ibanRatios(): { clean: number; grouped: number } {
  const lines = fs.readFileSync(CORPUS, 'utf8').split(/\r?\n/).slice(1)
  // strings of their own, as a file of IBANs alone would give
  const clean = lines.map((line) => Buffer.from(cleanIban(line.split(',').at(-2) ?? '')).toString('latin1'))
  const grouped = clean.map((iban) => Buffer.from(formatIban(iban)).toString('latin1'))
  return { clean: ratio(clean), grouped: ratio(grouped) }
}
