import type { Loosening } from '@/lib/audit/loosening-notice.server'
import type { HomeData } from '@/lib/home/view'
import { DAY_MS } from '@/lib/platform/days/period'
import type { UploadItem } from '@/lib/uploads/view'

export type AttentionItem =
  | { kind: 'connection'; state: 'refused' | 'unreachable' }
  | { kind: 'paused'; upload: UploadItem }
  | { kind: 'failed'; upload: UploadItem }
  | { kind: 'heldBack'; id: string; at: string }
  | { kind: 'lost'; id: string; at: string }
  | { kind: 'review'; since: string }
  | { kind: 'holds' }
  | { kind: 'erasure'; count: number }
  | { kind: 'resumable'; count: number }
  | { kind: 'nameless'; count: number }
  | { kind: 'waits'; count: number }
  | ({ kind: 'loosened' } & Loosening)
  | { kind: 'credits'; left: number }

const MOST = 5
/** An item in review for longer than this needs attention. */
const REVIEW_LIMIT_MS = 4 * 60 * 60_000

/**
 * What needs a person, most urgent first: refused credentials, new second persons, loosened rules, legal holds after a
 * restore, erasure requests, erasures that can be resumed or have lost their name, few credits, held checks, paused
 * uploads, failed rows, lost responses, waiting reviews. At most five, but none up to the erasures is left out.
 */
export function attentionItems(data: HomeData, now: number): AttentionItem[] {
  const { connection, uploads, heldBack, lost, reviews, erasures, lowCredits, waitingPeople, loosened } = data
  const items: AttentionItem[] = []
  if (connection && (connection.state === 'refused' || connection.state === 'unreachable'))
    items.push({ kind: 'connection', state: connection.state })
  // admins are warned about another admin's actions before technical failures
  if (waitingPeople > 0) items.push({ kind: 'waits', count: waitingPeople })
  for (const each of loosened) items.push({ kind: 'loosened', ...each })
  if (data.holdsUnconfirmed) items.push({ kind: 'holds' })
  // the law sets a deadline
  if (erasures > 0) items.push({ kind: 'erasure', count: erasures })
  if (data.resumableErasures > 0) items.push({ kind: 'resumable', count: data.resumableErasures })
  if (data.namelessErasures > 0) items.push({ kind: 'nameless', count: data.namelessErasures })
  const shown = Math.max(items.length, MOST)
  if (lowCredits !== null) items.push({ kind: 'credits', left: lowCredits })
  for (const { id, createdAt } of heldBack) items.push({ kind: 'heldBack', id, at: createdAt })
  for (const upload of uploads) if (upload.status === 'paused') items.push({ kind: 'paused', upload })
  for (const upload of uploads) {
    const fresh = now - Date.parse(upload.createdAt) < DAY_MS
    if (fresh && upload.status !== 'paused' && upload.counts.failed > 0)
      items.push({ kind: 'failed', upload })
  }
  for (const { id, createdAt } of lost) items.push({ kind: 'lost', id, at: createdAt })
  const oldest = reviews?.oldestAt
  if (oldest && now - Date.parse(oldest) > REVIEW_LIMIT_MS) items.push({ kind: 'review', since: oldest })
  return items.slice(0, shown)
}
