import { parentPort } from 'node:worker_threads'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import type { TableFormat } from '@/lib/tables/table'
import { hostileFiles } from '@/lib/tables/testing/hostile/files'
import { checkTable } from '@/lib/tables/testing/lists'
import { UnreadableOriginal } from '@/lib/tables/write/annotate'
import { annotateFile } from '@/lib/tables/write/annotate-file'
import { fixFileText } from '@/lib/uploads/fix-file'

/** A thread that reads hostile files by name and returns the result of each use: `table`, or the code of a problem. */
export type Use = 'reader' | 'fix' | TableFormat
export type Task = { name: string; uses: Use[] }

/** As in the browser: read, detect columns, check every row. */
function readTable(bytes: Uint8Array): string {
  const table = readFile(bytes)
  if ('problem' in table) return table.problem
  checkTable(table, guessColumns(table))
  return 'table'
}

function writeFixFile(bytes: Uint8Array): string {
  const table = readFile(bytes, { headerRow: 1 })
  if ('problem' in table) return table.problem
  const rows = table.records.map(({ number }) => ({ row: number, reason: 'The IBAN is missing.' }))
  const source = { headers: table.headers, cells: (row: number) => table.records[row - 1]?.cells }
  for (const text of fixFileText(source, { id: 'upload', rows, reason: 'Reason' })) expectChunkSize(text)
  return 'table'
}

/** As for a download or an evidence pack: in the format that the sender declared, true or not. */
function annotate(bytes: Uint8Array, format: TableFormat): string {
  try {
    const added = (number: number) => [`Match ${number}`]
    for (const piece of annotateFile(bytes, { format }, added, ['Result'])) expectChunkSize(piece)
    return 'table'
  } catch (error) {
    if (error instanceof UnreadableOriginal) return error.problem.problem
    throw error
  }
}

/** No single chunk may fill the memory. */
function expectChunkSize({ length }: string | Uint8Array): void {
  if (length > 64 * 1024 * 1024) throw new Error(`a piece of ${length}`)
}

function runUse(bytes: Uint8Array, use: Use): string {
  if (use === 'reader') return readTable(bytes)
  return use === 'fix' ? writeFixFile(bytes) : annotate(bytes, use)
}

parentPort?.on('message', ({ name, uses }: Task) => {
  const bytes = hostileFiles[name]?.[0]() ?? new Uint8Array()
  for (const how of uses) parentPort?.postMessage(runUse(bytes, how))
})
