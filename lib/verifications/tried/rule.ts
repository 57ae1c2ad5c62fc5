import type { OfficeLimits } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/fold'

/** `second`: it is sent only when a second person allows it; `allowed`: somebody did. */
export type TriedLevel = 'free' | 'warn' | 'second' | 'allowed'
/** The how many-eth name on this IBAN within 24 hours it would be, and what follows. */
export type Tried = { names: number; level: TriedLevel }

/** Names that were tried on one IBAN, and those that a second person allowed, by `foldName`: case and accents do not count. */
export type TriedNames = { tried: ReadonlySet<string>; allowed: ReadonlySet<string> }

/** What one more name would mean. A name that was tried already tells nobody anything new. */
export function triedLevel(
  name: string,
  { tried, allowed }: TriedNames,
  limits: OfficeLimits['names'],
): Tried {
  const key = foldName(name)
  if (tried.has(key)) return { names: tried.size, level: 'free' }
  const names = tried.size + 1
  const reaches = (from: number | null) => from !== null && names >= from
  if (reaches(limits.secondFrom)) return { names, level: allowed.has(key) ? 'allowed' : 'second' }
  return { names, level: reaches(limits.warnFrom) ? 'warn' : 'free' }
}
