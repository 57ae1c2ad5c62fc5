import type { DoubtView } from '@/lib/verifications/doubt/view'

export type Total = { credits: number; batches: number; checks: number; waiting: number }

/**
 * What is at stake: credits that may have been taken without a result. The sandbox costs nothing.
 * `waiting`: declared not billed, and only a second person is missing.
 */
export function totalOf(items: Pick<DoubtView, 'environment' | 'items' | 'subject' | 'resolution'>[]): Total {
  const live = items.filter((item) => item.environment === 'live')
  return {
    credits: live.reduce((sum, item) => sum + item.items, 0),
    batches: items.filter((item) => item.subject.kind === 'batch').length,
    checks: items.filter((item) => item.subject.kind === 'check').length,
    waiting: items.filter((item) => item.resolution?.kind === 'not_billed').length,
  }
}
