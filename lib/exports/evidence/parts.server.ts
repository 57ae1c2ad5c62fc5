import 'server-only'
import type { ZipFile } from '@/lib/exports/evidence/zip.server'

export type Pieces = ZipFile['pieces'] | AsyncIterable<string> | Iterable<string>
/** A file of an evidence pack. */
export type PackFile = { path: string; pieces: Pieces }

/** One JSON text per line. */
export async function* jsonLines(
  pages: AsyncIterable<object[]> | Iterable<object[]>,
): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((one) => `${JSON.stringify(one)}\n`).join('')
}

const SLICE = 128 * 1024

/** Bytes in pieces, so that other requests are answered in between. */
export function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
}
