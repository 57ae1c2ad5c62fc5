import { Problem } from '@/components/live/request'
import { api } from '@/lib/http/paths'

/** Sends a file as the body; its name travels in a header, percent-encoded. @throws Problem */
export async function sendDocument(reviewId: string, file: File): Promise<void> {
  const answer = await fetch(api.reviewDocuments(reviewId), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  }).catch(() => {
    throw new Problem(0, { code: 'offline' })
  })
  if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => ({})))
}
