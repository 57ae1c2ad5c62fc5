import { hostilePayments, hostileTexts } from './texts'
import { hostileSheets } from './workbooks'
import { hostileZips } from './zips'

/** A file that is built on demand, and the expected result: `table`, or the code of the problem. */
export type HostileFile = [make: () => Uint8Array, says: string]

const withPrefix = (kind: string, files: Record<string, HostileFile>) =>
  Object.entries(files).map(([name, file]) => [`${kind}: ${name}`, file] as const)

/** Files that try to block, exhaust or deceive a parser. */
export const hostileFiles: Record<string, HostileFile> = Object.fromEntries([
  ...withPrefix('zip', hostileZips),
  ...withPrefix('sheet', hostileSheets),
  ...withPrefix('text', hostileTexts),
  ...withPrefix('payments', hostilePayments),
])

/** Files that take a second or more before a limit stops them. */
export const slowFiles = [
  'zip: three gigabytes as declared',
  'sheet: four hundred megabytes of empty cells',
  'sheet: two hundred megabytes of references',
  'sheet: a hundred megabytes of shared texts that are empty',
  'sheet: a shared text of two hundred megabytes',
  'sheet: fifty million cell formats',
  'sheet: ten thousand sheets that are all the same part',
  'sheet: five hundred rows of a thousand formulas',
  'text: twenty megabytes of delimiters',
  'sheet: a cell with a million attributes',
  'text: twenty megabytes of quotes',
  'payments: five million elements that say nothing',
  'payments: three million references in a name',
]
