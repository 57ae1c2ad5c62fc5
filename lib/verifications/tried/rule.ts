import type { OfficeLimits } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/fold'

/** Different names that one person may look up on one IBAN within a day without checking them. */
export const LOOKUPS_A_DAY = 20

/** `second`: it is sent only when a second person allows it; `allowed`: somebody did. */
type TriedLevel = 'free' | 'warn' | 'second' | 'allowed'
/** The how many-eth name on this IBAN within 24 hours it would be, and what follows. */
export type Tried = { names: number; level: TriedLevel }

/**
 * Names that were tried on one IBAN, by `foldName`: case and accents do not count. `own` and `allowed` (by a second
 * person) are those of checks that who asks may open.
 */
export type TriedNames = {
  tried: ReadonlySet<string>
  own: ReadonlySet<string>
  allowed: ReadonlySet<string>
}

/**
 * What one more name would mean. One that who asks tried already tells them nothing new; one that only others tried counts
 * as new, or its being free would tell that it was tried.
 */
export function triedLevel(
  name: string,
  { tried, own, allowed }: TriedNames,
  limits: OfficeLimits['names'],
): Tried {
  const key = foldName(name)
  if (own.has(key)) return { names: tried.size, level: 'free' }
  const names = tried.size + 1
  const reaches = (from: number | null) => from !== null && names >= from
  if (reaches(limits.secondFrom)) return { names, level: allowed.has(key) ? 'allowed' : 'second' }
  return { names, level: reaches(limits.warnFrom) ? 'warn' : 'free' }
}
