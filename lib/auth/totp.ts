import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
const generator = (secret: string, label = '') =>
  new TOTP({ issuer: 'Accord', label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD })

/** @returns 160 random bits in base32 */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth URI for the QR code. */
export const enrolmentUri = (secret: string, email: string): string => generator(secret, email).toString()

/**
 * Which 30-second step a code belongs to: the current, the previous or the next one (clock skew).
 * @returns the step, to be accepted only once; null when the code is wrong (anything but six ASCII digits is)
 */
export function totpStep(secret: string, code: string, now = Date.now()): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const delta = generator(secret).validate({ token: code, window: 1, timestamp: now })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta
}

/** The six digits that an authenticator app shows at this time. */
export const codeAt = (secret: string, now = Date.now()): string =>
  generator(secret).generate({ timestamp: now })
