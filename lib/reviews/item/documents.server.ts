import 'server-only'
import { randomUUID } from 'node:crypto'
import { record, recordNow } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { readSentFile } from '@/lib/http/body.server'
import { decryptPieces, encrypt, sha256 } from '@/lib/platform/crypto.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { cipherPieces } from '@/lib/platform/sql/cipher.server'
import { MAX_DOCUMENT, MAX_DOCUMENTS, mediaTypeOf, safeFileName } from '@/lib/reviews/item/documents'
import { loadReview, lockReviews } from '@/lib/reviews/load.server'
import { assertKept } from '@/lib/reviews/refusals'

/** The file name from a header, where it is percent-encoded because it may contain any character. */
export function documentName(request: Request): string {
  try {
    return decodeURIComponent(request.headers.get('x-file-name') ?? '')
  } catch {
    return ''
  }
}

/** Reads a file from a request body, up to the size limit. @throws Refusal 400, 401, 413 too_large, 422 file_empty */
export async function readDocumentFile(request: Request, actor: Actor): Promise<Uint8Array> {
  const tooLarge = new Refusal(413, 'too_large', 'The document must be smaller than 10 MB.')
  const bytes = await readSentFile(request, actor, MAX_DOCUMENT, { refusal: tooLarge })
  if (bytes.length === 0) throw new Refusal(422, 'file_empty', 'The file is empty.')
  return bytes
}

/**
 * Adds a document to a review. Its first bytes decide its type; it is stored encrypted and is not part of the evidence.
 * @throws Refusal 404, 409 verification_purged | too_many_documents, 422 file_type
 */
export async function addDocument(
  reviewId: string,
  file: { name: string; bytes: Uint8Array },
  { actor, auditActor }: RequestedBy,
): Promise<{ id: string }> {
  const mediaType = mediaTypeOf(file.bytes)
  if (!mediaType) throw new Refusal(422, 'file_type', 'The document must be a PDF, PNG or JPG.')
  const id = randomUUID()
  const fileName = safeFileName(file.name, mediaType)
  return db().$transaction(async (tx) => {
    await lockReviews(tx, [reviewId], actor)
    const review = await loadReview(tx, reviewId, actor)
    assertKept(review)
    const { environment } = review
    if ((await tx.document.count({ where: { reviewId } })) >= MAX_DOCUMENTS)
      throw new Refusal(409, 'too_many_documents', `This item already has ${MAX_DOCUMENTS} documents.`)
    await tx.document.create({
      data: {
        id,
        reviewId,
        fileName,
        mediaType,
        bytes: file.bytes.byteLength,
        sha256: sha256(file.bytes),
        cipher: encrypt(file.bytes, `documents|cipher|${id}`),
        addedById: actor.id,
      },
    })
    await tx.reviewEvent.create({
      data: { reviewId, kind: 'document', byId: actor.id, note: fileName, createdAt: review.now },
    })
    await notify(tx, { topic: 'review', environment })
    const details = { documentId: id, mediaType, bytes: file.bytes.byteLength }
    await record(
      { by: auditActor, action: 'review.document_added', object: { type: 'review', id: reviewId }, details },
      tx,
    )
    return { id }
  })
}

/** A document, for people who may read its review; audits the access. @throws Refusal 404 */
export async function openDocument(
  id: string,
  { actor, auditActor }: RequestedBy,
): Promise<{ name: string; type: string; bytes: Buffer }> {
  const select = { reviewId: true, fileName: true, mediaType: true, bytes: true } as const
  const document = await db().document.findUnique({ where: { id }, select })
  if (!document) throw notFound()
  await loadReview(db(), document.reviewId, actor)
  await recordNow({ by: auditActor, action: 'document.opened', object: { type: 'document', id } })
  const stored = cipherPieces(Prisma.sql`documents where id = ${id}::uuid`)
  const bytes = await decryptPieces(stored, document.bytes, `documents|cipher|${id}`)
  if (bytes === null) throw notFound()
  return { name: document.fileName, type: document.mediaType, bytes }
}
