import 'server-only'
import { decrypt } from '@/lib/platform/crypto.server'
import { type Db, lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { nameContains } from '@/lib/platform/search/name-contains.server'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import {
  linesOfSubject,
  reportsOfSubject,
  uploadsWithUnsent,
} from '@/lib/retention/payments/subject-conditions.server'
import { type DataSubject, isAbout, readSubject, type SubjectKind } from '@/lib/retention/subject'

/**
 * What legal holds cover, as IDs: names are resolved to checks. Uploads include those with a check, a payment line, an
 * unsent row or a bank report of a held subject. Reports include those that name one.
 */
export type HeldScope = {
  verificationIds: string[]
  ibans: string[]
  uploadIds: string[]
  reportIds: string[]
}

/** Purges, erasures and holds take this lock, so that nothing is purged while its hold is being placed. */
export const retentionLock = (tx: Tx): Promise<void> => takeLocks(tx, [lockOf('retention')])

type HoldRow = {
  id: string
  uploadId: string | null
  verificationId: string | null
  subjectKind: string | null
  subjectCipher: Uint8Array | null
}

/** Decrypts the subject of a hold or an erasure. @throws Error when its key is missing */
export const openSubject = (
  table: 'legal_holds' | 'erasures',
  id: string,
  kind: string,
  cipher: Uint8Array,
) =>
  readSubject({
    kind: kind as SubjectKind,
    value: decrypt(cipher, `${table}|subject_cipher|${id}`).toString('utf8'),
  }) as DataSubject

/** Everything that legal holds cover now. */
export async function heldScope(on: Db): Promise<HeldScope> {
  const holds: HoldRow[] = await on.legalHold.findMany({ where: { releasedAt: null } })
  const subjects = holds.flatMap((hold) =>
    hold.subjectCipher && hold.subjectKind
      ? [openSubject('legal_holds', hold.id, hold.subjectKind, hold.subjectCipher)]
      : [],
  )
  const ibans = subjects.filter(({ kind }) => kind === 'iban').map(({ key }) => key)
  const named = await Promise.all(
    subjects.filter(({ kind }) => kind === 'name').map((subject) => idsAbout(on, subject)),
  )
  const verificationIds = [...holds.flatMap((hold) => hold.verificationId ?? []), ...named.flat()]
  const uploads = await select(
    on,
    { id: uuid },
    Prisma.sql`
    select distinct x.upload_id as id from upload_rows x join verifications v on v.id = x.verification_id
     where v.id = any(${verificationIds}::uuid[]) or v.iban = any(${ibans})`,
  )
  const uploadIds = new Set([...holds.flatMap((hold) => hold.uploadId ?? []), ...uploads.map(({ id }) => id)])
  const reportIds = new Set<string>()
  for (const subject of subjects) {
    const { uploadIds: paying } = await linesOfSubject(on, subject)
    for (const id of [...paying, ...(await uploadsWithUnsent(on, subject))]) uploadIds.add(id)
    for (const id of await reportsOfSubject(on, subject)) reportIds.add(id)
  }
  const reports = await select(
    on,
    { id: uuid, uploadId: uuid.or(null) },
    Prisma.sql`
    select r.id, r.upload_id as "uploadId" from payment_reports r
     where r.id = any(${[...reportIds]}::uuid[]) or r.id in (
       select j.report_id from payment_report_lines j join verifications v on v.id = j.verification_id
        where v.id = any(${verificationIds}::uuid[]) or v.iban = any(${ibans}))`,
  )
  for (const { id, uploadId } of reports) {
    reportIds.add(id)
    if (uploadId) uploadIds.add(uploadId)
  }
  return { verificationIds, ibans, uploadIds: [...uploadIds], reportIds: [...reportIds] }
}

/** SQL condition: a hold covers check `v`. An upload or a bank report on hold covers every check of its rows or lines. */
export function isHeld(scope: HeldScope): Prisma.Sql {
  const { verificationIds, ibans } = scope
  return Prisma.sql`(v.id = any(${verificationIds}::uuid[]) or v.iban = any(${ibans}) or ${ofHeldFile(scope)})`
}

const ofHeldFile = ({ uploadIds, reportIds }: HeldScope): Prisma.Sql =>
  uploadIds.length + reportIds.length === 0
    ? Prisma.sql`false`
    : Prisma.sql`exists (select from upload_rows x where x.verification_id = v.id and x.upload_id = any(${uploadIds}::uuid[]))
        or exists (select from payment_report_lines said join payment_reports report on report.id = said.report_id
                    where said.verification_id = v.id
                      and (report.id = any(${reportIds}::uuid[]) or report.upload_id = any(${uploadIds}::uuid[])))`

/** IDs of every check about a subject that still has its values. Names are found by index, then compared in full. */
export async function idsAbout(on: Db, subject: DataSubject): Promise<string[]> {
  const found = subject.kind === 'iban' ? Prisma.sql`v.iban = ${subject.key}` : nameContains(subject.key)
  const rows = await select(
    on,
    { id: uuid, iban: text, name: text, matchedName: text.or(null) },
    Prisma.sql`
    select v.id, v.iban, v.name, v.matched_name as "matchedName" from verifications v
     where v.purged_at is null and ${found}`,
  )
  return rows.filter((row) => isAbout(subject, row)).map(({ id }) => id)
}
