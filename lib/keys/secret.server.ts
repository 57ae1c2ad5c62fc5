import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { env } from '@/lib/platform/env.server'

const PREFIX = 'acc_'
const SHAPE = /^acc_[A-Za-z0-9_-]{43}$/

/** A new key: 256 random bits behind a beginning that people and scanners for leaked secrets recognise. */
export const makeSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64url')}`

/**
 * What is stored instead of a key: HMAC-SHA-256 with a key outside the database, so that whoever can write the table
 * still cannot put a key of their own into it.
 */
export const hashSecret = (secret: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHmac('sha256', Buffer.from(env().AUDIT_KEY, 'base64')).update(`accord api key|${secret}`).digest(),
  )

/**
 * The key a request shows, if it shows one. Other schemes (Basic of a proxy in front) are none of ours.
 * @returns undefined without a Bearer token; null for a Bearer token that cannot be a key
 */
export function bearerOf(request: Request): string | null | undefined {
  const [scheme, token = ''] = (request.headers.get('authorization') ?? '').split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer') return undefined
  return SHAPE.test(token) ? token : null
}
