// Cuts the file named by the first argument once and prints its times and memory as JSON; the second is the line that
// leaves. In a process of its own, because the highest use of memory counts for the whole process.
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
const peak = () => process.resourceUsage().maxRSS / 1024

globalThis.gc?.()
const rest = peak()
const started = performance.now()
const cut = cutFile(bytes, table, map, plan)
const done = performance.now()
const above = peak() - rest
if (!('released' in cut)) throw new Error('the file was not cut')
const fault = verifyCut({ bytes, table, map, plan }, cut)
if (fault !== null) throw new Error(fault)
const lines = [cut.released?.lines, cut.held?.lines]
console.log(JSON.stringify({ ms: done - started, verifyMs: performance.now() - done, above, lines }))
