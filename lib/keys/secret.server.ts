import 'server-only'
import { randomBytes } from 'node:crypto'
import { auditHmac } from '@/lib/audit/seal.server'

const PREFIX = 'acc_'
const SHAPE = /^acc_[A-Za-z0-9_-]{43}$/

/** A new key: 256 random bits with a prefix that people and secret scanners recognise. */
export const makeSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64url')}`

/**
 * What is stored instead of a key: HMAC-SHA-256 with a key outside the database, so that write access to the
 * table isn't enough to plant a key.
 */
export const hashSecret = (secret: string): Uint8Array<ArrayBuffer> => auditHmac(`accord api key|${secret}`)

/**
 * The key in the Authorization header. Other schemes (Basic of a proxy in front) are ignored.
 * @returns undefined without a Bearer token; null for a Bearer token that can't be a key
 */
export function bearerOf(request: Request): string | null | undefined {
  const [scheme, token = '', more] = (request.headers.get('authorization') ?? '').split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer') return undefined
  return SHAPE.test(token) && more === undefined ? token : null
}
