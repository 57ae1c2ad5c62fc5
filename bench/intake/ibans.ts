// How much faster one IBAN is judged than by ibantools, over the IBANs of a file of the corpus, in this process.
import fs from 'node:fs'
import path from 'node:path'
import * as ibantools from 'ibantools'
import { cleanIban } from '@/lib/iban/clean'
import { formatIban } from '@/lib/iban/format'
import { checkIban } from '@/lib/iban/validate'

const CORPUS = path.join(import.meta.dirname, '../../lib/tables/testing/corpus/26_rows_20000.csv')
const WARM_UPS = 3
const ROUNDS = 11

const ours = (cell: string) => checkIban(cell).ok
/** What people write who use it: its own cleaning first. */
const theirs = (cell: string) => ibantools.validateIBAN(ibantools.electronicFormatIBAN(cell) ?? '').valid

/** Passes over the cells in one measurement: both sides take long enough for the clock. */
const PASSES = { ours: 20, theirs: 2 }

/** Time of the processor for one pass over the cells: what others do on this machine counts less. */
function pass(judge: (cell: string) => boolean, cells: string[], passes: number): number {
  const start = process.cpuUsage()
  let good = 0
  for (let i = 0; i < passes; i++) for (const cell of cells) if (judge(cell)) good += 1
  const { user, system } = process.cpuUsage(start)
  if (good === 0) throw new Error('no IBAN of the corpus is right')
  return (user + system) / passes
}

/** One of each interleaved round; the first rounds, in which the engine still compiles both sides, do not count. */
function ratios(cells: string[]): number[] {
  const round = () => pass(theirs, cells, PASSES.theirs) / pass(ours, cells, PASSES.ours)
  return Array.from({ length: WARM_UPS + ROUNDS }, round).slice(WARM_UPS)
}

/** Times faster, for cells as programs write them and for groups of four. */
export function ibanRatios(): { clean: number[]; grouped: number[] } {
  const lines = fs.readFileSync(CORPUS, 'utf8').split(/\r?\n/).slice(1)
  // strings of their own, as a file of IBANs alone would give
  const clean = lines.map((line) => Buffer.from(cleanIban(line.split(',').at(-2) ?? '')).toString('latin1'))
  const grouped = clean.map((iban) => Buffer.from(formatIban(iban)).toString('latin1'))
  return { clean: ratios(clean), grouped: ratios(grouped) }
}
