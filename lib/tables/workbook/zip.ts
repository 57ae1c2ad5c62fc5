import { Budget } from '@/lib/tables/budget'
import type { TableProblem } from '@/lib/tables/table'
import { BrokenZip, partName, readDirectory, type ZipEntry } from './zip-directory'
import { unpack } from './zip-unpack'

/** The parts of a ZIP file, decompressed in chunks on demand, all within one budget. */
export type ZipParts = {
  entries: ZipEntry[]
  budget: Budget
  /** The entry of a part; undefined when there is none. */
  find: (name: string) => ZipEntry | undefined
  /** The text of a part (UTF-8) in chunks; undefined when there is none. Reading it throws `BrokenZip`, `LimitExceeded`. */
  text: (name: string) => Iterable<string> | undefined
}

/** Lists the entries of a ZIP file without decompressing anything. Throws `BrokenZip`. */
export function openZip(bytes: Uint8Array): ZipParts {
  const entries = listed(bytes)
  const byName = new Map(entries.map((entry) => [partName(entry.name), entry]))
  const budget = new Budget()
  const find = (name: string) => byName.get(partName(name))
  const text = (name: string) => {
    const entry = find(name)
    return entry && entryText(bytes, entry, budget)
  }
  return { entries, budget, find, text }
}

function listed(bytes: Uint8Array): ZipEntry[] {
  try {
    return readDirectory(bytes)
  } catch (error) {
    // a number or an entry outside the file
    if (error instanceof RangeError) throw new BrokenZip(error.message)
    throw error
  }
}

/** The text of an entry (UTF-8) in chunks. Reading it throws `BrokenZip`, `LimitExceeded`. */
export function* entryText(bytes: Uint8Array, entry: ZipEntry, budget = new Budget()): Generator<string> {
  const decoder = new TextDecoder()
  for (const piece of unpack(bytes, entry, budget)) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** An old Office file contains a small file system with names in UTF-16. */
export function oldOfficeProblem(bytes: Uint8Array): TableProblem {
  const hasEntry = (name: string) => {
    const wanted = [...name].flatMap((sign) => [sign.charCodeAt(0), 0])
    for (let i = bytes.indexOf(wanted[0] as number); i >= 0; i = bytes.indexOf(wanted[0] as number, i + 1)) {
      if (wanted.every((byte, k) => bytes[i + k] === byte)) return true
    }
    return false
  }
  if (hasEntry('EncryptedPackage')) return { problem: 'file_password' }
  return { problem: hasEntry('Workbook') || hasEntry('Book') ? 'file_old_excel' : 'file_type' }
}
