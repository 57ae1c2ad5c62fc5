import { unzipSync } from 'fflate'
import type { TableProblem } from '@/lib/tables/table'

/** Nothing we read may unpack to more than this. */
const MAX_UNPACKED = 400 * 1024 * 1024

/** The parts of a zip file, unpacked one by one when asked for. Throws `BrokenZip`. */
export type Parts = { names: string[]; text: (name: string) => string | undefined }

export class BrokenZip extends Error {}

/** Lists what is in a zip file without unpacking anything. */
export function openZip(bytes: Uint8Array): Parts {
  const names: string[] = []
  attempt(() =>
    unzipSync(bytes, {
      filter: ({ name }) => {
        names.push(name.replaceAll('\\', '/'))
        return false
      },
    }),
  )
  let budget = MAX_UNPACKED
  const text = (wanted: string) => {
    const found = attempt(() =>
      unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (!samePart(name, wanted)) return false
          budget -= originalSize
          if (budget < 0) throw new BrokenZip('unpacks to too much')
          return true
        },
      }),
    )
    const [bytesOfPart] = Object.values(found)
    return bytesOfPart && new TextDecoder().decode(bytesOfPart)
  }
  return { names, text }
}

/** Names of parts differ in capitals only by mistake (ECMA-376, part 2), and some programs write backslashes. */
export function samePart(a: string, b: string): boolean {
  return a.replaceAll('\\', '/').toLowerCase() === b.toLowerCase()
}

/** Everything in a zip file, to be changed and packed again. */
export function unzipAll(bytes: Uint8Array): Record<string, Uint8Array> {
  let budget = MAX_UNPACKED
  return attempt(() =>
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        budget -= originalSize
        if (budget < 0) throw new BrokenZip('unpacks to too much')
        return true
      },
    }),
  )
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof BrokenZip ? error : new BrokenZip(String(error))
  }
}

/** An old Office file holds its own little file system; the names in it are UTF-16. */
export function oldOfficeProblem(bytes: Uint8Array): TableProblem {
  const holds = (name: string) => {
    const wanted = [...name].flatMap((sign) => [sign.charCodeAt(0), 0])
    for (let i = bytes.indexOf(wanted[0] as number); i >= 0; i = bytes.indexOf(wanted[0] as number, i + 1)) {
      if (wanted.every((byte, k) => bytes[i + k] === byte)) return true
    }
    return false
  }
  if (holds('EncryptedPackage')) return { problem: 'file_password' }
  return { problem: holds('Workbook') || holds('Book') ? 'file_old_excel' : 'file_type' }
}
