import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { withCheckDigits } from '@/lib/iban/checksum'
import { type UploadHead, WIRE_BYTES, WIRE_TYPE, type WireRow } from '@/lib/uploads/wire'

/** A German IBAN with valid check digits, of account number `n` at a bank. */
export const ibanOf = (n: number, bank = '37040044'): string =>
  withCheckDigits('DE', `${bank}${String(n).padStart(10, '0')}`)

export type TestRow =
  | { iban: string; name: string; edited?: true; skipped?: never }
  | { skipped: 'iban_checksum' | 'left_out' }

export const keptRows = (count: number, from = 0): TestRow[] =>
  Array.from({ length: count }, (_, n) => ({ iban: ibanOf(from + n), name: `Holder ${from + n}` }))

/** The file with these rows, stored as the original. */
export const fileOf = (rows: TestRow[]): string =>
  ['IBAN;Name', ...rows.map((row) => ('iban' in row ? `${row.iban};${row.name}` : 'DE00;Nobody'))].join(
    '\r\n',
  )

const WIRE_FIELDS = ['iban', 'name', 'reference', 'note', 'edited', 'skipped']
/** Rows may have fields for the test itself, such as those of their payment. */
const wireRowOf = (row: TestRow, n: number): WireRow =>
  ({
    row: n + 1,
    ...Object.fromEntries(Object.entries(row).filter(([name]) => WIRE_FIELDS.includes(name))),
  }) as WireRow

/** The lines of an upload as a browser sends them; `head` overrides what it declares. */
export function linesOf(rows: TestRow[], head: Partial<UploadHead> = {}): string[] {
  const original = fileOf(rows)
  const declared: UploadHead = {
    rows: rows.length,
    kept: rows.filter((row) => 'iban' in row).length,
    hash: createHash('sha256').update(original).digest('hex'),
    fileName: 'suppliers.csv',
    table: { encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false },
    map: { iban: 0, name: [1], instead: [], reference: null, note: null },
    ...head,
  }
  return [declared, ...rows.map(wireRowOf), { original: Buffer.from(original).toString('base64') }].map(
    (line) => JSON.stringify(line),
  )
}

/** A request with these lines; `headers` override the defaults, an empty one removes the header. */
export function requestOf(lines: string[], headers: Record<string, string> = {}): Request {
  const text = lines.map((line) => `${line}\n`).join('')
  return rawRequest(gzipSync(text), Buffer.byteLength(text), headers)
}

export function rawRequest(
  body: Uint8Array,
  unpacked: number,
  headers: Record<string, string> = {},
): Request {
  const allHeaders = {
    'content-type': WIRE_TYPE,
    'content-length': String(body.length),
    [WIRE_BYTES]: String(unpacked),
    ...headers,
  }
  const presentHeaders = Object.entries(allHeaders).filter(([, value]) => value !== '')
  return new Request('http://127.0.0.1:3000/api/uploads', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: presentHeaders,
  })
}

/** A request whose last byte is sent only when `finish` is called. */
export function stalledRequest(lines: string[]): { request: Request; finish: () => void } {
  const text = lines.map((line) => `${line}\n`).join('')
  const packed = gzipSync(text)
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      to.enqueue(packed.subarray(0, -1))
      finish = () => {
        to.enqueue(packed.subarray(-1))
        to.close()
      }
    },
  })
  const { headers } = rawRequest(packed, Buffer.byteLength(text))
  const request = new Request('http://127.0.0.1:3000/api/uploads', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
  return { request, finish: () => finish() }
}
