import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Letters that occur in no other text of the database. */
export const uniqueLetters = (): string =>
  randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')

type Pair = { iban: string; name: string }

/** The body and headers of POST /api/uploads, as docs/api.md documents them. */
export function createUploadRequest(pairs: Pair[], fileName: string) {
  const original = `iban;name\n${pairs.map(({ iban, name }) => `${iban};${name}\n`).join('')}`
  const table = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'LF', bom: false }
  const map = { iban: 0, name: [1], instead: [], reference: null, note: null }
  const hash = createHash('sha256').update(original).digest('hex')
  const size = { rows: pairs.length, kept: pairs.length }
  const lines = [
    { ...size, hash, fileName, table, map },
    ...pairs.map((pair, n) => ({ row: n + 1, ...pair })),
    { original: Buffer.from(original).toString('base64') },
  ]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const headers = {
    'content-type': 'application/x-ndjson+gzip',
    'x-accord-bytes': String(Buffer.byteLength(text)),
    'idempotency-key': randomUUID(),
  }
  return { body: Buffer.from(gzipSync(text)), headers }
}
