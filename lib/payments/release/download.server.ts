import 'server-only'
import { record } from '@/lib/audit/record.server'
import { type RequestedBy, seesMasked } from '@/lib/auth/roles'
import { lockRun, type ReleaseRow, readReleaseRow } from '@/lib/payments/release/lock.server'
import { heldFileNotSent, heldFileSuperseded, releaseWithdrawn } from '@/lib/payments/release/refusals'
import { markHeldPayments } from '@/lib/payments/release/store.server'
import type { ReleasePart } from '@/lib/payments/view'
import { decryptPieces } from '@/lib/platform/crypto.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { cipherPieces } from '@/lib/platform/sql/cipher.server'
import { touchUpload } from '@/lib/uploads/sending/lock.server'

type ReleaseFileRef = { id: string; number: number; part: ReleasePart }
export type DownloadedFile = { name: string; type: string; bytes: Buffer }

/**
 * A file of a release. A downloaded file may be sent to a bank. So the first download of a released or held file ends
 * the time in which the release can be withdrawn, and that of a held file also holds its lines. The download is
 * recorded under the lock of the run, before the file is read.
 * @throws Refusal 404, also for masked roles; 409 release_withdrawn | held_file_superseded | held_file_not_sent; 410
 * release_file_gone after the retention period
 */
export async function downloadFile(
  which: ReleaseFileRef,
  { actor, auditActor }: RequestedBy,
): Promise<DownloadedFile> {
  const { id, number, part } = which
  if (seesMasked(actor)) throw notFound()
  const file = await db().$transaction(async (tx) => {
    await lockRun(tx, id, actor)
    const release = await readReleaseRow(tx, id, number)
    const where = { releaseId_part: { releaseId: release.id, part } }
    const select = { fileName: true, mediaType: true, bytes: true, releaseId: true } as const
    const found = await tx.paymentFile.findUnique({ where, select })
    if (!found) throw await missingFileRefusal(tx, release, part)
    if (part !== 'manifest') await markDownloaded(tx, which, release)
    const object = { type: 'upload', id }
    await record({ by: auditActor, action: 'payment.file_downloaded', object, details: { number, part } }, tx)
    return found
  })
  const place = `payment_files|cipher|${file.releaseId}:${part}` as const
  const stored = Prisma.sql`payment_files where release_id = ${file.releaseId}::uuid and part = ${part}`
  const bytes = await decryptPieces(cipherPieces(stored), file.bytes, place)
  if (bytes === null) throw releaseFileGone()
  return { name: file.fileName, type: file.mediaType, bytes }
}

/** Why a file is missing: a release that left no payment never had a held file, and retention deleted any other. */
async function missingFileRefusal(tx: Tx, release: ReleaseRow, part: ReleasePart): Promise<Refusal> {
  const { heldLines } = await tx.paymentRelease.findUniqueOrThrow({ where: { id: release.id } })
  const others = await tx.paymentFile.count({ where: { releaseId: release.id } })
  if (part === 'held' && (heldLines === 0 || others > 0)) return notFound()
  return releaseFileGone()
}

const releaseFileGone = () =>
  new Refusal(
    410,
    'release_file_gone',
    'Retention has deleted the files of this release. Use the list of the run’s lines instead.',
  )

async function markDownloaded(
  tx: Tx,
  { id, number, part }: ReleaseFileRef,
  release: ReleaseRow,
): Promise<void> {
  if (release.withdrawnAt) throw releaseWithdrawn()
  if (part === 'held') await assertHeldFileFree(tx, id, number, release)
  const before = part === 'held' ? release.heldDownloadedAt : release.releasedDownloadedAt
  if (before) return
  const column = part === 'held' ? Prisma.sql`held_downloaded_at` : Prisma.sql`released_downloaded_at`
  // the transaction may have waited for the run: a confirmation before this moment doesn't cover the file
  await tx.$executeRaw`update payment_releases set ${column} = clock_timestamp() where id = ${release.id}::uuid`
  if (part === 'held') await markHeldPayments(tx, id)
  await touchUpload(tx, id)
}

/**
 * Refuses a held file if one of its lines is in another file that may be sent to a bank. That file is of a later release:
 * while a held file is out, nothing is released of its lines, which are all that were left.
 */
async function assertHeldFileFree(
  tx: Tx,
  uploadId: string,
  number: number,
  release: ReleaseRow,
): Promise<void> {
  if (release.heldNotSentAt) throw heldFileNotSent()
  const later = { uploadId, withdrawnAt: null, number: { gt: number } }
  if ((await tx.paymentRelease.count({ where: later })) > 0) throw heldFileSuperseded()
}
