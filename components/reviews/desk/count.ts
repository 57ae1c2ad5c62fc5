import { COUNT_CAP } from '@/lib/reviews/view'

/** "24", "1,204", and "10,000+" for the server's maximum. */
export const countText = (count: number, locale: string): string =>
  count > COUNT_CAP ? `${COUNT_CAP.toLocaleString(locale)}+` : count.toLocaleString(locale)
