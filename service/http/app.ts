import { type Context, Hono } from 'hono'
import type { Institution } from '../banks/institution'
import { findBulk, findItems } from '../bulks/read'
import { type Enqueue, readBulk, submitBulk } from '../bulks/submit'
import type { Clients } from '../clients/clients'
import { type Rates, takeRateSlot } from '../clients/limits'
import type { Tokens } from '../clients/token'
import type { Database } from '../database'
import { verificationResource } from '../verifications/record'
import { type IbanNamePair, readPair, refuseSandboxResult } from '../verifications/schema'
import { verifyInSandbox, verifyOne } from '../verifications/single'
import { findVerification } from '../verifications/store'
import { type AuthEnv, requireToken } from './auth'
import { BODY_LIMIT, readJson } from './body'
import { openApi } from './openapi'
import { badRequest, ServiceRefusal } from './refusal'
import { tokenHandler } from './token'

export type Dependencies = {
  database: Database
  institution: Institution
  clients: Clients
  tokens: Tokens
  enqueue: Enqueue
  rates?: Rates
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The ID in the path. A value that isn't a UUID can't exist: 404. */
function idOf(c: Context<AuthEnv>, code: string): string {
  const id = c.req.param('id') ?? ''
  return orNotFound(UUID.test(id) ? id : undefined, code)
}

function orNotFound<T>(value: T | undefined, code: string): T {
  if (value === undefined) throw new ServiceRefusal(404, code, 'There is nothing with this id.')
  return value
}

/** The pair of a single check; a wrong IBAN format is refused (section 7.3). */
function questionOf(pair: ReturnType<typeof readPair>): IbanNamePair {
  if (pair.iban === undefined) throw pair.problem
  return { iban: pair.iban, name: pair.name }
}

function pageOf(c: Context<AuthEnv>): number {
  const page = c.req.query('page') ?? '1'
  if (!/^[1-9]\d{0,6}$/.test(page)) throw badRequest('invalid_page', 'page is a whole number from 1 on.')
  return Number(page)
}

function singleRoutes(app: Hono<AuthEnv>, { database, institution, rates }: Dependencies) {
  app.post('/account-holder-verifications', async (c) => {
    const clientId = c.get('clientId')
    await takeRateSlot(database, clientId, 'single', rates)
    const body = await readJson(c, BODY_LIMIT.single)
    refuseSandboxResult(body)
    const row = await verifyOne({ database, institution }, clientId, questionOf(readPair(body)))
    return c.json(await verificationResource(row))
  })
  app.get('/account-holder-verifications/:id', async (c) => {
    const clientId = c.get('clientId')
    await takeRateSlot(database, clientId, 'read', rates)
    const id = idOf(c, 'verification_not_found')
    const row = orNotFound(await findVerification(database, clientId, id), 'verification_not_found')
    return c.json(await verificationResource(row))
  })
  app.post('/sandbox/account-holder-verifications', async (c) => {
    const pair = readPair(await readJson(c, BODY_LIMIT.single))
    const row = await verifyInSandbox(database, c.get('clientId'), questionOf(pair), pair.sandboxResult)
    return c.json(await verificationResource(row))
  })
}

function bulkRoutes(app: Hono<AuthEnv>, { database, enqueue }: Dependencies) {
  app.post('/account-holder-verifications/bulk', async (c) => {
    const items = readBulk(await readJson(c, BODY_LIMIT.bulk))
    return c.json(await submitBulk(database, c.get('clientId'), items, enqueue))
  })
  app.get('/account-holder-verifications/bulk/:id', async (c) => {
    const id = idOf(c, 'bulk_not_found')
    return c.json(orNotFound(await findBulk(database, c.get('clientId'), id), 'bulk_not_found'))
  })
  app.get('/account-holder-verifications/bulk/:id/items', async (c) => {
    const id = idOf(c, 'bulk_not_found')
    const page = pageOf(c)
    return c.json(orNotFound(await findItems(database, c.get('clientId'), id, page), 'bulk_not_found'))
  })
}

/** The methods of every path of section 4 and of the description; most specific path first. */
const METHODS: [path: RegExp, allowed: string][] = [
  [/^\/openapi\.json$/, 'GET, HEAD'],
  [/^\/oauth2\/token$/, 'POST'],
  [/^\/account-holder-verifications$/, 'POST'],
  [/^\/account-holder-verifications\/bulk$/, 'POST'],
  [/^\/account-holder-verifications\/bulk\/[^/]+(\/items)?$/, 'GET, HEAD'],
  [/^\/account-holder-verifications\/[^/]+$/, 'GET, HEAD'],
  [/^\/sandbox\/account-holder-verifications$/, 'POST'],
]

/** Refuses paths and methods that are not in section 4 before anything else: 404, or 405 with `Allow`. */
function requireEndpoint(app: Hono<AuthEnv>) {
  app.use(async (c, next) => {
    const path = c.req.path.replace(/^\/api-v1/, '')
    const allowed = c.req.path.startsWith('/api-v1/')
      ? METHODS.find(([form]) => form.test(path))?.[1]
      : undefined
    if (!allowed) throw new ServiceRefusal(404, 'not_found', 'There is no such endpoint.')
    if (!allowed.split(', ').includes(c.req.method))
      throw new ServiceRefusal(405, 'method_not_allowed', `This endpoint answers ${allowed}.`, {
        Allow: allowed,
      })
    await next()
  })
}

/** The seven endpoints of section 4 under /api-v1, and their description. Errors have the body of section 2.8. */
export function createApp(parts: Dependencies): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.onError((error, c) => {
    if (error instanceof ServiceRefusal) {
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
      return c.json({ code: error.code, message: error.message }, error.status)
    }
    console.error(`verification service, ${c.req.method}: ${error.stack ?? error.message}`)
    return c.json({ code: 'internal_error', message: 'The service could not answer.' }, 500)
  })
  requireEndpoint(app)
  const api = new Hono<AuthEnv>()
  api.post('/oauth2/token', tokenHandler(parts))
  const description = openApi()
  api.get('/openapi.json', (c) => c.json(description))
  api.use(requireToken(parts.tokens, parts.clients))
  bulkRoutes(api, parts)
  singleRoutes(api, parts)
  app.route('/api-v1', api)
  return app
}
