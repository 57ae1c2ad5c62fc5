import type { OfficeLimits } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/text/fold'

/** Different names that one person may look up on one IBAN within a day without checking them. */
export const LOOKUPS_A_DAY = 20

/** `second`: it is sent only when a second person allows it; `allowed`: somebody did. */
type NameLimitLevel = 'free' | 'warn' | 'second' | 'allowed'
/** `names`: how many names on this IBAN within 24 hours, this one included. */
export type NameLimitVerdict = { names: number; level: NameLimitLevel }

/**
 * Names tried on one IBAN, folded by `foldName`: case and accents don't count. `own` and `allowed` (by a second person)
 * are from checks that the requester may open.
 */
export type TriedNames = {
  tried: ReadonlySet<string>
  own: ReadonlySet<string>
  allowed: ReadonlySet<string>
}

/**
 * The level of one more name. A name that the requester tried already tells them nothing new. A name that only others
 * tried counts as new: otherwise its being free would reveal that it was tried.
 */
export function nameLimitVerdict(
  name: string,
  { tried, own, allowed }: TriedNames,
  limits: OfficeLimits['names'],
): NameLimitVerdict {
  const key = foldName(name)
  if (own.has(key)) return { names: tried.size, level: 'free' }
  const names = tried.size + 1
  const reaches = (from: number | null) => from !== null && names >= from
  if (reaches(limits.secondFrom)) return { names, level: allowed.has(key) ? 'allowed' : 'second' }
  return { names, level: reaches(limits.warnFrom) ? 'warn' : 'free' }
}
