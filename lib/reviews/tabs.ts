/** The tabs of the queue. */
export const TABS = ['todo', 'second', 'escalated', 'decided'] as const
export type Tab = (typeof TABS)[number]

export const QUEUE_ORDERS = ['oldest', 'newest'] as const
export type Order = (typeof QUEUE_ORDERS)[number]
