import type { MiddlewareHandler } from 'hono'
import type { Clients } from '../clients/clients'
import type { Tokens } from '../clients/token'
import { ServiceRefusal } from './refusal'

/** Context of an authenticated request. */
export type AuthEnv = { Variables: { clientId: string } }

/** Requires a valid bearer token of a known client (section 5). Throws 401 otherwise. */
export function requireToken(tokens: Tokens, clients: Clients): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const clientId = token && (await tokens.clientOf(token))
    if (!clientId || !clients.has(clientId))
      throw new ServiceRefusal(401, 'invalid_token', 'A valid access token is required.', {
        'WWW-Authenticate': token ? 'Bearer error="invalid_token"' : 'Bearer',
      })
    c.set('clientId', clientId)
    await next()
  }
}
