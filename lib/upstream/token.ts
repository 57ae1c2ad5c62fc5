const MAX_TOKEN_LENGTH = 16 * 1024
const EARLY_SECONDS = 300

/**
 * How long a token is used, in seconds: its stated lifetime between 60 and 3,600 s (specification 2.7), minus five
 * minutes, or half of a very short one. Invalid values count as 3,600.
 */
export function tokenSeconds(expiresIn: unknown): number {
  const stated = typeof expiresIn === 'string' ? Number(expiresIn) : expiresIn
  const known = typeof stated === 'number' && Number.isFinite(stated) && stated !== 0 ? stated : 3_600
  const life = Math.min(3_600, Math.max(60, known))
  return Math.floor(life - Math.min(EARLY_SECONDS, life / 2))
}

/**
 * The access token of a response (specification 2.7), or null when it isn't valid in a header: `Bearer`, printable, not
 * too long.
 */
export function usableToken(body: unknown): string | null {
  const { access_token: token, token_type: type } = (body ?? {}) as Record<string, unknown>
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token))
    return null
  return typeof type !== 'string' || type.toLowerCase() === 'bearer' ? token : null
}
