import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Sql } from '../database'

/** Lifetime of an access token in seconds (section 5.4). */
export const TOKEN_SECONDS = 3600

const ISSUER = 'accord-verification-service'
const AUDIENCE = 'api-v1'

/** Signs and verifies access tokens (section 5). */
export type Tokens = {
  issue(clientId: string): Promise<string>
  /** The client a token was issued to; undefined when it is invalid, altered, expired or unsigned. */
  clientOf(token: string): Promise<string | undefined>
}

/** Creates JWTs signed with HS256 by `key`; any other algorithm, including `none`, is refused. */
export function createTokens(key: Uint8Array): Tokens {
  return {
    issue: (clientId) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(clientId)
        .setJti(randomBytes(12).toString('base64url'))
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(key),
    async clientOf(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'iat', 'exp'],
          // `exp` is in whole seconds, rounded down
          clockTolerance: 1,
        })
        return payload.sub
      } catch {
        return undefined
      }
    },
  }
}

/**
 * The key that signs tokens: the configured one, else one that the first process created and stored, so that all
 * processes accept each other's tokens.
 */
export async function tokenSigningKey(sql: Sql, configured?: string): Promise<Uint8Array> {
  if (configured) return Buffer.from(configured, 'utf8')
  await sql.query("INSERT INTO service.settings VALUES ('token_key', $1) ON CONFLICT DO NOTHING", [
    randomBytes(48).toString('base64'),
  ])
  const { rows } = await sql.query<{ value: string }>(
    "SELECT value FROM service.settings WHERE key = 'token_key'",
  )
  return Buffer.from(rows[0]?.value ?? '', 'base64')
}
