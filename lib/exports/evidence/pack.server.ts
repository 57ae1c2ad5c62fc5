import 'server-only'
import { createHash } from 'node:crypto'
import type { RequestedBy } from '@/lib/auth/roles'
import { auditSlice, removedBefore, type SliceEnd } from '@/lib/exports/evidence/audit-slice.server'
import { jsonLines, type PackFile, type Pieces, slices } from '@/lib/exports/evidence/parts.server'
import { paymentParts } from '@/lib/exports/evidence/payment-parts.server'
import { checkReportOf, recordEvidenceExport, uploadReportOf } from '@/lib/exports/evidence/report.server'
import { evidenceSigningKey, signBytes } from '@/lib/exports/evidence/signing.server'
import { verifierPage } from '@/lib/exports/evidence/verifier-page.server'
import { streamZip, type ZipFile } from '@/lib/exports/evidence/zip.server'
import { assertUnmasked, assertUnmaskedCheck } from '@/lib/exports/export.server'
import { checkRecordText, readCheckRecord } from '@/lib/exports/records/check.server'
import { readUploadRecord, uploadDecisions, uploadRecordText } from '@/lib/exports/records/upload.server'
import { uploadRows } from '@/lib/exports/rows.server'
import { AUDIT, FORMAT, MANIFEST, type Manifest, SIGNATURE } from '@/lib/exports/verifier/verify'
import { sha256 } from '@/lib/platform/crypto.server'
import { officeDay } from '@/lib/platform/days/days.server'
import { isDemo } from '@/lib/platform/env.server'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { annotatedOriginal } from '@/lib/uploads/export.server'
import { baseName, extensionOf, findOriginal } from '@/lib/uploads/original.server'
import type { UploadView } from '@/lib/uploads/view'

type PackContent = {
  subject: Manifest['subject']
  createdAt: string
  name: string
  parts: AsyncIterable<PackFile>
}

/**
 * The evidence for one check, as a signed archive with its own verifier. Not for masked roles.
 * The audit entry is written before the first chunk, so that the pack contains it.
 * @throws Refusal 404, 409 signing_key_missing | export_masked
 */
export async function checkPack(id: string, locale: Locale, by: RequestedBy) {
  evidenceSigningKey()
  const found = await readCheckRecord(id, by.actor)
  await assertUnmaskedCheck(found.check)
  const text = await checkRecordText(id)
  const recordHash = sha256(text)
  await recordEvidenceExport({ type: 'verification', id }, 'pack', by.auditActor, { recordHash })
  async function* parts(): AsyncGenerator<PackFile> {
    yield { path: 'record.json', pieces: [text] }
    yield { path: 'report.pdf', pieces: [(await checkReportOf(found, recordHash, locale, by)).bytes] }
    yield { path: 'decisions.jsonl', pieces: jsonLines([found.decisions]) }
  }
  const { environment, createdAt } = found.check
  const subject = { type: 'verification', id, environment } as const
  return assemblePack({ subject, createdAt, name: `check-${id.slice(0, 8)}`, parts: parts() }, locale, by)
}

/**
 * The evidence for one upload: the original file while it's kept, the same with results, every row, every
 * decision, its payment run, the report and the slice of the audit log.
 * @throws Refusal 404, 409 signing_key_missing | export_masked
 */
export async function uploadPack(id: string, locale: Locale, by: RequestedBy) {
  evidenceSigningKey()
  const found = await readUploadRecord(id, by.actor)
  await assertUnmasked(id, by.actor)
  const text = uploadRecordText(found)
  const recordHash = sha256(text)
  const { original } = found.upload
  await recordEvidenceExport({ type: 'upload', id }, 'pack', by.auditActor, { recordHash, original })
  async function* parts(): AsyncGenerator<PackFile> {
    yield { path: 'record.json', pieces: [text] }
    yield { path: 'report.pdf', pieces: [(await uploadReportOf(found, recordHash, locale, by)).bytes] }
    if (original) yield* originals(found.upload, locale, by)
    yield { path: 'rows.jsonl', pieces: jsonLines(uploadRows(id, { names: true, ibans: 'full' })) }
    yield { path: 'decisions.jsonl', pieces: jsonLines(uploadDecisions(id, by.actor)) }
    yield* paymentParts(id, by.actor)
  }
  const { environment, createdAt, fileName } = found.upload
  const subject = { type: 'upload', id, environment } as const
  return assemblePack({ subject, createdAt, name: baseName(fileName), parts: parts() }, locale, by)
}

async function* originals(
  { id, fileName, comparison: compared }: Pick<UploadView, 'id' | 'fileName' | 'comparison'>,
  locale: Locale,
  { actor }: RequestedBy,
): AsyncGenerator<PackFile> {
  const ending = extensionOf(fileName)
  yield { path: `source/${baseName(fileName)}${ending ? `.${ending}` : ''}`, pieces: source(id, actor) }
  // a file that the comparison couldn't read gets no results; the record says so
  if (!compared || compared.problem === 'original_unreadable') return
  const { name, pieces } = await annotatedOriginal(id, actor, locale)
  yield { path: `annotated/${name}`, pieces }
}

/** Reads the original only when it is written, so that it can be freed before it is read again for the annotated file. */
async function* source(id: string, actor: RequestedBy['actor']): AsyncGenerator<Uint8Array> {
  const { bytes } = await findOriginal(id, actor)
  yield* slices(await bytes())
}

/** The files of the pack: its parts, then the explanation and the verifier, and last the signed manifest. */
function assemblePack(whole: PackContent, locale: Locale, by: RequestedBy) {
  const at = new Date()
  return {
    name: `${whole.name}-evidence.zip`,
    type: 'application/zip',
    pieces: streamZip(files(whole, locale, at, by), at),
  }
}

async function* files(
  { subject, createdAt, parts }: PackContent,
  locale: Locale,
  at: Date,
  { actor }: RequestedBy,
): AsyncGenerator<ZipFile> {
  const t = translator(locale, 'evidence.pack')
  const key = evidenceSigningKey()
  const listed: Manifest['files'] = []
  const counted = ({ path, pieces }: PackFile): ZipFile => ({
    path,
    pieces: countBytes(path, pieces, listed),
  })
  const removed = await removedBefore(createdAt)
  const readme = [t('readme', { fingerprint: key.fingerprint })]
  if (removed) readme.push(t('removed', { day: officeDay(new Date(removed)) }))
  yield counted({ path: 'README.txt', pieces: readme })
  yield counted({ path: 'verify.html', pieces: [verifierPage(key.fingerprint)] })
  for await (const part of parts) yield counted(part)
  const audit: SliceEnd = { lines: 0, link: '' }
  yield counted({ path: AUDIT, pieces: auditSlice(subject, audit) })
  const manifest: Manifest = {
    format: FORMAT,
    subject,
    createdAt: at.toISOString(),
    createdBy: { id: actor.id, name: actor.name },
    demo: isDemo(),
    files: listed,
    audit: { ...audit, ...(removed && { removedBefore: removed }) },
    key,
  }
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield { path: MANIFEST, pieces: [bytes] }
  yield { path: SIGNATURE, pieces: [Buffer.from(`${signBytes(bytes)}\n`)] }
}

/** Passes a file through and stores its size and hash. Yields to other requests in between. */
async function* countBytes(
  path: string,
  pieces: Pieces,
  listed: Manifest['files'],
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  let before = 0
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    hash.update(bytes)
    size += bytes.length
    yield bytes
    if (size - before > 512 * 1024) await new Promise(setImmediate)
    before = size - before > 512 * 1024 ? size : before
  }
  listed.push({ path, bytes: size, sha256: hash.digest('hex') })
}
