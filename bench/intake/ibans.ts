// How much faster one IBAN is validated than by ibantools, over the IBANs of a file in the corpus, in this process.
import fs from 'node:fs'
import path from 'node:path'
import * as ibantools from 'ibantools'
import { cleanIban } from '@/lib/iban/clean'
import { formatIban } from '@/lib/iban/format'
import { checkIban } from '@/lib/iban/validate'

const CORPUS = path.join(import.meta.dirname, '../../lib/tables/testing/corpus/26_rows_20000.csv')
const WARM_UP_ROUNDS = 3
const ROUNDS = 11

const ours = (cell: string) => checkIban(cell).ok
/** The usual code around ibantools, which cleans the text first. */
const theirs = (cell: string) => ibantools.validateIBAN(ibantools.electronicFormatIBAN(cell) ?? '').valid

/** Passes over the cells in one measurement, so that both sides take long enough to be timed. */
const PASSES = { ours: 20, theirs: 2 }

/** CPU time of one pass over the cells, which is less affected by other processes. */
function cpuPerPass(isValid: (cell: string) => boolean, cells: string[], passes: number): number {
  const start = process.cpuUsage()
  let valid = 0
  for (let i = 0; i < passes; i++) for (const cell of cells) if (isValid(cell)) valid += 1
  const { user, system } = process.cpuUsage(start)
  if (valid === 0) throw new Error('no IBAN of the corpus is valid')
  return (user + system) / passes
}

/** The ratio of each interleaved round, after a warm-up. */
function ratios(cells: string[]): number[] {
  const round = () => cpuPerPass(theirs, cells, PASSES.theirs) / cpuPerPass(ours, cells, PASSES.ours)
  return Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, round).slice(WARM_UP_ROUNDS)
}

/** The speed-up for unformatted IBANs and for groups of four. */
export function ibanRatios(): { clean: number[]; grouped: number[] } {
  const lines = fs.readFileSync(CORPUS, 'utf8').split(/\r?\n/).slice(1)
  // separate strings, as a file of IBANs alone would give
  const clean = lines.map((line) => Buffer.from(cleanIban(line.split(',').at(-2) ?? '')).toString('latin1'))
  const grouped = clean.map((iban) => Buffer.from(formatIban(iban)).toString('latin1'))
  return { clean: ratios(clean), grouped: ratios(grouped) }
}
