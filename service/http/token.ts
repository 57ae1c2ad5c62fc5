import type { Context } from 'hono'
import type { Clients } from '../clients/clients'
import { type Rates, takeRateSlot } from '../clients/limits'
import { TOKEN_SECONDS, type Tokens } from '../clients/token'
import type { Database } from '../database'
import { BODY_LIMIT, hasContentType, readText } from './body'
import { badRequest, ServiceRefusal } from './refusal'

/** The form field, given exactly once; undefined when it is missing or empty. Throws 400 when repeated. */
function field(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1) throw badRequest('invalid_request', `${name} is given more than once.`)
  return values[0] || undefined
}

type Dependencies = { database: Database; clients: Clients; tokens: Tokens; rates?: Rates }

/**
 * POST /oauth2/token (section 4.1). 400 for a body that isn't a form or for another grant type, 401 for a missing or
 * wrong credential, 429 when one client requests too often; unknown IDs share one limit.
 */
export function tokenHandler(deps: Dependencies) {
  return async (c: Context): Promise<Response> => {
    c.header('Cache-Control', 'no-store')
    c.header('Pragma', 'no-cache')
    const text = await readText(c, BODY_LIMIT.form)
    if (!hasContentType(c, 'application/x-www-form-urlencoded'))
      throw badRequest('invalid_content_type', 'Send the form as application/x-www-form-urlencoded.')
    const form = new URLSearchParams(text)
    const grant = field(form, 'grant_type')
    if (!grant) throw badRequest('invalid_request', 'grant_type is required.')
    if (grant !== 'client_credentials')
      throw badRequest('unsupported_grant_type', 'grant_type must be client_credentials.')
    const id = field(form, 'client_id') ?? ''
    const secret = field(form, 'client_secret') ?? ''
    await takeRateSlot(deps.database, deps.clients.has(id) ? id : '', 'token', deps.rates)
    if (!deps.clients.isSecretOf(id, secret))
      throw new ServiceRefusal(401, 'invalid_client', 'The client credentials are missing or wrong.', {
        'WWW-Authenticate': 'Bearer',
      })
    return c.json({
      access_token: await deps.tokens.issue(id),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
    })
  }
}
