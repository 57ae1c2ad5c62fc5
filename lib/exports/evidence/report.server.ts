import 'server-only'
import { type AuditActor, recordNow } from '@/lib/audit/record.server'
import { keyedHash } from '@/lib/audit/seal.server'
import { type RequestedBy, seesMasked } from '@/lib/auth/roles'
import { assertUnmasked, assertUnmaskedCheck } from '@/lib/exports/export.server'
import { checkPdf } from '@/lib/exports/pdf/check.server'
import { MAX_DECISIONS, uploadPdf } from '@/lib/exports/pdf/upload.server'
import { reportWords } from '@/lib/exports/pdf/words.server'
import { type CheckRecord, checkRecordHash, readCheckRecord } from '@/lib/exports/records/check.server'
import {
  type DecisionFact,
  readUploadRecord,
  type UploadRecord,
  uploadDecisions,
  uploadRecordHash,
} from '@/lib/exports/records/upload.server'
import { db } from '@/lib/platform/db.server'
import type { Locale } from '@/lib/platform/language/locale'
import { baseName } from '@/lib/uploads/original.server'

export type Report = { name: string; type: string; bytes: Buffer; recordHash: string }

const PDF = 'application/pdf'

/**
 * One check as PDF, in the person's language and time zone, masked for masked roles. Writes an audit entry.
 * @throws Refusal 404, 409 export_masked
 */
export async function checkReport(id: string, locale: Locale, by: RequestedBy): Promise<Report> {
  const found = await readCheckRecord(id, by.actor)
  await assertUnmaskedCheck(found.check)
  const recordHash = await checkRecordHash(id)
  await recordEvidenceExport({ type: 'verification', id }, 'pdf', by.auditActor, { recordHash })
  return { ...(await checkReportOf(found, recordHash, locale, by)), recordHash }
}

/** The same without an audit entry, for a pack, which writes its own. */
export async function checkReportOf(
  found: CheckRecord,
  recordHash: string,
  locale: Locale,
  { actor }: RequestedBy,
): Promise<Omit<Report, 'recordHash'>> {
  const made = { by: actor.name, at: new Date(), recordHash: found.check.masked ? null : recordHash }
  const bytes = await checkPdf(found, made, reportWords(locale))
  return { name: `check-${found.check.id.slice(0, 8)}.pdf`, type: PDF, bytes }
}

/** One upload as PDF. Writes an audit entry. @throws Refusal 404, 409 export_masked */
export async function uploadReport(id: string, locale: Locale, by: RequestedBy): Promise<Report> {
  const found = await readUploadRecord(id, by.actor)
  await assertUnmasked(id, by.actor)
  const recordHash = uploadRecordHash(found)
  await recordEvidenceExport({ type: 'upload', id }, 'pdf', by.auditActor, { recordHash })
  return { ...(await uploadReportOf(found, recordHash, locale, by)), recordHash }
}

/** The same without an audit entry. */
export async function uploadReportOf(
  found: UploadRecord,
  recordHash: string,
  locale: Locale,
  { actor }: RequestedBy,
): Promise<Omit<Report, 'recordHash'>> {
  const { id, fileName } = found.upload
  const masked = seesMasked(actor)
  const made = { by: actor.name, at: new Date(), recordHash: masked ? null : recordHash }
  const shown: DecisionFact[] = []
  for await (const page of uploadDecisions(id, actor)) {
    shown.push(...page.slice(0, MAX_DECISIONS - shown.length))
    if (shown.length >= MAX_DECISIONS) break
  }
  const reported = { verification: { reportLines: { some: { uploadId: id } } } }
  const total = await db().decision.count({ where: { review: { OR: [{ uploadId: id }, reported] } } })
  const bytes = await uploadPdf(
    masked ? withoutTexts(found) : found,
    { shown, total },
    made,
    reportWords(locale),
  )
  return { name: `${baseName(fileName)}-report.pdf`, type: PDF, bytes }
}

/** The record without what reviewers wrote about lost responses, which may name a payee. */
const withoutTexts = (found: UploadRecord): UploadRecord => ({
  ...found,
  sendings: found.sendings.map((sending) => ({
    ...sending,
    attempts: sending.attempts.map((attempt) => ({
      ...attempt,
      resolutions: attempt.resolutions.map((done) => ({ ...done, reason: null, evidence: null })),
    })),
  })),
})

/** Writes the audit entry of an export of evidence. The audit log outlives the names, so the hash in it is keyed. */
export const recordEvidenceExport = (
  object: { type: 'verification' | 'upload'; id: string },
  format: 'pdf' | 'pack',
  by: AuditActor,
  { recordHash, ...details }: { recordHash: string; original?: boolean },
): Promise<void> =>
  recordNow({
    by,
    action: 'evidence.exported',
    object,
    details: { format, recordHash: keyedHash('record', recordHash), ...details },
  })
