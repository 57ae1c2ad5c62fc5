import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
const generator = (secret: string, label = '') =>
  new TOTP({ issuer: 'Accord', label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD })

/** @returns 160 random bits in base32 */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from the QR code. */
export const enrolmentUri = (secret: string, email: string): string => generator(secret, email).toString()

/**
 * Which 30 seconds a code belongs to: now, the ones before or the ones after (clocks differ).
 * @returns the step, to be taken once, or null when the code is wrong (six ASCII digits, nothing else)
 */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const delta = generator(secret).validate({ token: code, window: 1, timestamp: now })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta
}

/** The code of a moment. */
export const codeAt = (secret: string, now = Date.now()): string =>
  generator(secret).generate({ timestamp: now })
