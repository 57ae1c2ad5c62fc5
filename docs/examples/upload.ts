// Sends a file "IBAN;Name" with a header line and prints the results. One credit for each row.
//   ACCORD_URL=https://accord.example ACCORD_KEY=acc_… node upload.ts payments.csv
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

const api = `${process.env.ACCORD_URL ?? 'https://accord.example'}/api/uploads`
const authorization = `Bearer ${process.env.ACCORD_KEY}`

type Upload = { status: string; pauseReason: string | null; comparison: { problem: string | null } | null }
type Row = { row: number; iban: string; name: string; result: string; matchedName: string | null }
type Page = { items: Row[]; nextCursor: string | null }

async function ask<Answer>(address: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(address, { ...init, headers: { authorization, ...init.headers } })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${body.code}: ${body.title} ${JSON.stringify(body.errors ?? [])}`)
  return body
}

function bodyOf(path: string): Buffer {
  const file = readFileSync(path)
  const [, ...lines] = file.toString('utf8').trimEnd().split('\n')
  const rows = lines.map((line, at) => {
    const [iban, name] = line.split(';')
    return { row: at + 1, iban, name }
  })
  const head = {
    rows: rows.length,
    kept: rows.length,
    hash: createHash('sha256').update(file).digest('hex'),
    fileName: basename(path),
    table: { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'LF', bom: false },
    map: { iban: 0, name: [1], instead: [], reference: null, note: null },
  }
  const body = [head, ...rows, { original: file.toString('base64') }]
  return Buffer.from(body.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const body = bodyOf(process.argv[2] ?? 'payments.csv')
const { id } = await ask<{ id: string }>(api, {
  method: 'POST',
  headers: {
    'content-type': 'application/x-ndjson+gzip',
    'x-accord-bytes': String(body.length),
    // after a lost connection send it again with the same key: nothing is paid twice
    'idempotency-key': randomUUID(),
  },
  body: gzipSync(body),
})

let upload: Upload
do {
  await sleep(1_000)
  upload = await ask<Upload>(`${api}/${id}`)
  if (['paused', 'stopped'].includes(upload.status))
    throw new Error(`${upload.status}: ${upload.pauseReason ?? upload.comparison?.problem}`)
} while (upload.status !== 'completed')

let after = ''
do {
  const page = await ask<Page>(`${api}/${id}/rows?size=100${after}`)
  for (const { row, iban, result, matchedName } of page.items)
    console.log(row, iban, result, matchedName ?? '')
  after = page.nextCursor ? `&after=${encodeURIComponent(page.nextCursor)}` : ''
} while (after)
