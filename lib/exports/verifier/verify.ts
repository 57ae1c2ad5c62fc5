import { compareRows, type RowsMismatch, type RowsVerdict } from './compare'
import { isSignedBy, sha256Of } from './crypto'
import { comparePayments, type PaymentsMismatch, type PaymentsVerdict } from './payments'
import type { Files } from './unzip'

export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.sig'
export const AUDIT = 'audit.jsonl'
export const FORMAT = 'accord-evidence-1'
/** The value that the link of the first line of the audit slice builds on. */
export const FIRST_LINK = '0'.repeat(64)

/** The signed content: every file of the pack with its hash, and the subject of the pack. */
export type Manifest = {
  format: typeof FORMAT
  subject: { type: 'verification' | 'upload'; id: string; environment: 'live' | 'sandbox' }
  createdAt: string
  createdBy: { id: string; name: string }
  demo: boolean
  files: { path: string; bytes: number; sha256: string }[]
  /**
   * the slice of the audit chain: the number of lines and the link of the last one. `removedBefore`: the record
   * is older than the remaining audit log, which starts at this time
   */
  audit: { lines: number; link: string; removedBefore?: string }
  key: { algorithm: 'ECDSA P-256 SHA-256'; fingerprint: string; spki: string }
}

export type ProblemKind =
  | 'not_a_pack'
  | 'manifest_damaged'
  | 'signature_missing'
  | 'signature_wrong'
  | 'key_foreign'
  | 'file_missing'
  | 'file_changed'
  | 'file_added'
  | 'audit_entry'
  | 'audit_length'
  | RowsMismatch['kind']
  | PaymentsMismatch['kind']

/**
 * Genuine, or the first thing that was altered or doesn't match. `path` is the file, `seq` the audit entry, `row`
 * the row of the upload. `rows`: the comparison of the rows with the source file, `payments`: of the releases with their
 * files and sums; null when there's nothing to compare.
 */
export type Verdict =
  | {
      genuine: true
      manifest: Manifest
      fingerprint: string
      rows: RowsVerdict | null
      payments: PaymentsVerdict | null
    }
  | {
      genuine: false
      kind: ProblemKind
      path: string
      seq: string | null
      row: number | null
      fingerprint: string | null
    }

/** Whether a genuine pack is simulated, and how. Only a pack that says it's live and not of a demo is not simulated. */
export function simulatedAs({ demo, subject }: Manifest): 'demo' | 'sandbox' | null {
  if (subject.environment !== 'live') return 'sandbox'
  return demo === false ? null : 'demo'
}

type Mismatch = { kind: ProblemKind; path: string; seq?: string | null; row?: number }

/**
 * Verifies a pack against its manifest, the manifest against its signature, and the slice of the audit log line
 * by line.
 * @param expected the fingerprint of the key that must have signed; null accepts any key and leaves the
 * comparison to the reader
 */
export async function verifyPack(files: Files, expected: string | null): Promise<Verdict> {
  let fingerprint: string | null = null
  const alteredVerdict = ({ kind, path, seq = null, row }: Mismatch): Verdict => ({
    genuine: false,
    kind,
    path,
    seq,
    row: row ?? null,
    fingerprint,
  })
  const manifestBytes = files.get(MANIFEST)
  if (!manifestBytes) return alteredVerdict({ kind: 'not_a_pack', path: MANIFEST })
  const manifest = readManifest(manifestBytes)
  if (!manifest) return alteredVerdict({ kind: 'manifest_damaged', path: MANIFEST })
  const spki = fromBase64(manifest.key.spki)
  fingerprint = await sha256Of(spki)
  if (expected !== null && fingerprint !== expected)
    return alteredVerdict({ kind: 'key_foreign', path: MANIFEST })
  const signature = files.get(SIGNATURE)
  if (!signature) return alteredVerdict({ kind: 'signature_missing', path: SIGNATURE })
  const signed = await isSignedBy(spki, fromBase64(new TextDecoder().decode(signature).trim()), manifestBytes)
  if (!signed || manifest.key.fingerprint !== fingerprint)
    return alteredVerdict({ kind: 'signature_wrong', path: MANIFEST })
  const doubt = (await alteredFile(files, manifest)) ?? (await alteredAudit(files.get(AUDIT), manifest))
  if (doubt) return alteredVerdict(doubt)
  const rows = manifest.subject.type === 'upload' ? await compareRows(files) : null
  if (rows && 'kind' in rows) return alteredVerdict(rows)
  const payments = await comparePayments(files)
  return payments && 'kind' in payments
    ? alteredVerdict(payments)
    : { genuine: true, manifest, fingerprint, rows, payments }
}

/** The first file, in manifest order, that differs from what was signed; then the first one that wasn't signed. */
async function alteredFile(files: Files, manifest: Manifest): Promise<Mismatch | null> {
  for (const { path, sha256, bytes } of manifest.files) {
    const found = files.get(path)
    if (!found) return { kind: 'file_missing', path }
    if (found.length === bytes && (await sha256Of(found)) === sha256) continue
    const altered = path === AUDIT ? await alteredAudit(found, manifest) : null
    return { kind: 'file_changed', path, seq: altered?.seq ?? null }
  }
  const listed = new Set([MANIFEST, SIGNATURE, ...manifest.files.map(({ path }) => path)])
  const added = [...files.keys()].find((path) => !listed.has(path))
  return added === undefined ? null : { kind: 'file_added', path: added }
}

type Line = { seq: string; prevHash: string; hash: string; gap?: true }

/** Each line has a hash over the previous line, and each entry the hash of the previous entry. */
async function alteredAudit(bytes: Uint8Array | undefined, { audit }: Manifest): Promise<Mismatch | null> {
  if (!bytes) return null
  const lines = new TextDecoder().decode(bytes).split('\n').filter(Boolean)
  let link = FIRST_LINK
  let before: Line | null = null
  for (const text of lines) {
    const [, own = '', rest = ''] = /^\{"link":"([0-9a-f]{64})",(.*)$/.exec(text) ?? []
    const line = readLine(text)
    // over the link of the line before and everything after its own link
    link = await sha256Of(link + rest)
    if (!line || own !== link || !isNextLine(line, before))
      return { kind: 'audit_entry', path: AUDIT, seq: line?.seq ?? before?.seq ?? null }
    before = line
  }
  return lines.length === audit.lines && link === audit.link ? null : { kind: 'audit_length', path: AUDIT }
}

function isNextLine(line: Line, before: Line | null): boolean {
  if (!before) return true
  const next = BigInt(line.seq) - BigInt(before.seq)
  return next === 1n ? line.prevHash === before.hash : next > 1n && line.gap === true
}

function readLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line
    return /^\d{1,19}$/.test(line.seq) ? line : null
  } catch {
    return null
  }
}

function readManifest(bytes: Uint8Array): Manifest | null {
  try {
    const manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Manifest
    const whole =
      manifest.format === FORMAT &&
      manifest.files.every((file) => typeof file.path === 'string' && typeof file.sha256 === 'string')
    return whole && typeof manifest.key.spki === 'string' && typeof manifest.audit.link === 'string'
      ? manifest
      : null
  } catch {
    return null
  }
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

type RowsWords = 'rows_unexplained' | `rows_${RowsVerdict['how']}${'' | '_edited'}`

/** The message key of the sentence about the rows, and its values; null where nothing was compared. */
export function rowsWords(
  rows: RowsVerdict | null,
): { key: RowsWords; values: Record<string, string> } | null {
  if (!rows) return null
  const { how, edited, unexplained } = rows
  const listed = unexplained.length > 0 ? unexplained : edited
  const key: RowsWords =
    unexplained.length > 0 ? 'rows_unexplained' : `rows_${how}${edited.length > 0 ? '_edited' : ''}`
  const shown = listed.slice(0, 200).join(', ') + (listed.length > 200 ? ' …' : '')
  return { key, values: { count: `${listed.length}`, total: `${rows.rows}`, rows: shown } }
}

/** The values of the sentence about releases. */
export const paymentsWords = ({ releases, files }: PaymentsVerdict): Record<string, string> => ({
  releases: `${releases}`,
  files: `${files}`,
})

/** A fingerprint in groups of four, for reading it aloud. */
export const groupsOfFour = (fingerprint: string): string => fingerprint.replace(/(.{4})(?=.)/g, '$1 ')
