/** The tabs of the queue. */
export const TABS = ['todo', 'second', 'escalated', 'decided'] as const
export type Tab = (typeof TABS)[number]

export const QUEUE_ORDERS = ['oldest', 'newest'] as const
export type Order = (typeof QUEUE_ORDERS)[number]

/** The order of a tab: the chosen one, else the oldest open items and the newest decisions first. */
export const shownOrder = (tab: Tab, chosen?: Order | null): Order =>
  chosen ?? (tab === 'decided' ? 'newest' : 'oldest')
