/** The parts of the queue. */
export const TABS = ['todo', 'second', 'escalated', 'decided'] as const
export type Tab = (typeof TABS)[number]
