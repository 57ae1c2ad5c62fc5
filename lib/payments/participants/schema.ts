import { z } from 'zod'
import '@/lib/platform/jitless'

/** The most IBANs that one request can ask about. */
export const MAX_PARTICIPATION_IBANS = 500

/**
 * Body of POST /api/payments/participation. It is a POST because an IBAN must not appear in a URL. The beginning of an
 * IBAN up to its bank code is enough.
 */
export const participationInput = z.strictObject({
  ibans: z.array(z.string().min(4).max(34)).min(1).max(MAX_PARTICIPATION_IBANS),
})

/**
 * Whether the register lists the bank. A bank that isn't listed may still take part: under another BIC, or because it
 * joined after the register was loaded. `unknown`: no register is loaded, or the bank's BIC is unknown.
 */
export const PARTICIPATIONS = ['listed', 'not_listed', 'unknown'] as const
type Participation = (typeof PARTICIPATIONS)[number]

/** One answer for each IBAN, in the order of the request. `loadedAt` is null if no register is loaded. */
export type ParticipationView = { loadedAt: string | null; answers: Participation[] }

/** The register as loaded, for admins. */
export type RegisterState = {
  banks: number
  loadedAt: string | null
  loadedBy: string | null
  /** rows that were left out: banks that have left or not joined yet, and rows without a BIC */
  left: number
  skipped: number
  countries: { country: string; banks: number }[]
}
