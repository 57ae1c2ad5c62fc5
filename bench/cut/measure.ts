// Takes one line out of a file and prints the duration and the memory as JSON. Arguments: the file, the number of the
// line. A separate process, because peak memory is measured per process.
import fs from 'node:fs'
import { cutFile } from '@/lib/tables/payments/cut-file'
import { verifyCut } from '@/lib/tables/payments/verify-cut'

const [file = '', line = '1'] = process.argv.slice(2)
const bytes = new Uint8Array(fs.readFileSync(file))
const table = { format: 'payments' } as const
const map = { iban: null, name: [], instead: [], reference: null, note: null }
const plan = {
  ...{ released: [Number(line)], gone: [], names: [], nameCap: 70, at: '2026-11-24T18:00:00Z' },
  messageIds: { released: 'LARGEST-R1', held: 'LARGEST-H1' },
}
const peakMemoryMb = () => process.resourceUsage().maxRSS / 1024

globalThis.gc?.()
const peakBefore = peakMemoryMb()
const started = performance.now()
const cut = cutFile(bytes, table, map, plan)
const finished = performance.now()
const memoryMb = peakMemoryMb() - peakBefore
if (!('released' in cut)) throw new Error('the file was not cut')
const problem = verifyCut({ bytes, table, map, plan }, cut)
if (problem !== null) throw new Error(problem)
const lines = [cut.released?.lines, cut.held?.lines]
console.log(
  JSON.stringify({ ms: finished - started, verifyMs: performance.now() - finished, memoryMb, lines }),
)
