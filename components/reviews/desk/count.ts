import { COUNT_CAP } from '@/lib/reviews/view'

/** "24", "1,204", and "10,000+" where the server stops counting. */
export const countText = (count: number, locale: string): string =>
  count > COUNT_CAP ? `${COUNT_CAP.toLocaleString(locale)}+` : count.toLocaleString(locale)
