import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { processBulk } from '../bulks/process'
import { PAGE_SIZE } from '../bulks/read'
import { grantCredits } from '../clients/clients'
import { createTokens } from '../clients/token'
import { type Database, openDatabase } from '../database'
import { createApp } from '../http/app'
import { banksByName } from './banks'

export type ReceivedRequest = {
  method: string
  path: string
  body: string
  authorization: string | undefined
}
/** Handles one request in place of the service. */
export type RequestHandler = (
  hit: ReceivedRequest,
  response: ServerResponse,
  request: IncomingMessage,
) => unknown
/** An accepted and billed submission: a check, or the items of a bulk. */
export type LedgerLine = { id: string; items: { iban: string; name: string }[]; at: number }
/** How the next POST of a bulk is handled. */
export type PostMode = 'accept' | 'accept_then_lose' | 'credits' | 'reject' | 'error_after_accept' | 'limit'

type BulkBody = Record<string, unknown> & { total_items: number; items: object[] }
type Payload = { account: { iban: string }; account_holder: { name: string } }

export const TOKEN = '/oauth2/token'
export const LIVE = '/account-holder-verifications'
export const SANDBOX = '/sandbox/account-holder-verifications'
const BULK = `${LIVE}/bulk`
const TOKEN_KEY = Buffer.from('a key that only the provider of the tests knows')
const INFINITE = Number.POSITIVE_INFINITY
const UNLIMITED = { single: INFINITE, read: INFINITE, token: INFINITE }

export const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const REFUSALS: { [mode in PostMode]?: [number, string, Record<string, string>?] } = {
  credits: [403, 'insufficient_credits'],
  reject: [400, 'invalid_name'],
  limit: [429, 'rate_limit', { 'retry-after': '1' }],
}

/**
 * The verification service in this process, with switches for every fault of a provider, and a ledger of what it
 * accepted. Every client is known and has unlimited credits and requests; the payee's name selects the answer
 * (banks.ts). Items of a bulk are answered when it is polled. Tests assert on the ledger, not on what the provider
 * reports.
 */
export class Provider {
  readonly received: ReceivedRequest[] = []
  readonly ledger: LedgerLine[] = []
  baseUrl = ''
  polls = 0
  pageReads = 0
  /** modes of the next POSTs of bulks, then `accept` */
  bulkModes: PostMode[] = []
  /** changes to the answers of the next checks, one each */
  answerChanges: ((answer: object) => object)[] = []
  /** items of a bulk answered per poll of its status */
  itemsPerPoll = INFINITE
  /** responds to polls that there is no such bulk */
  hidesBulks = false
  /** reverses the pages of items and the items of each page */
  reversed = false
  /** another change to the items of a page */
  change: (items: object[]) => object[] = (items) => items
  /** a change to the counters of a bulk */
  changeCounters: (bulk: BulkBody) => object = (bulk) => bulk
  #overrides: { path: string; handle: RequestHandler }[] = []
  #bulkAnswers: Promise<void> = Promise.resolve()
  /** bulks whose items are all answered */
  readonly #done = new Set<string>()
  readonly #clients = new Map<string, Promise<void>>()
  readonly #onRequest: (hit: ReceivedRequest) => void
  readonly #database: Database
  readonly #app: ReturnType<typeof createApp>
  readonly #server = createServer((request, response) => {
    this.#receive(request, response).catch((error) => {
      if (this.#server.listening) console.error('the provider of the tests failed', error)
      request.socket.destroy()
    })
  })

  constructor(onRequest: (hit: ReceivedRequest) => void = () => {}, { latencyMs = 0 } = {}) {
    this.#onRequest = onRequest
    this.#database = openDatabase(process.env.DATABASE_SERVICE_URL ?? '')
    this.#app = createApp({
      database: this.#database,
      institution: banksByName(INFINITE, latencyMs),
      clients: { has: () => true, isSecretOf: () => true },
      tokens: createTokens(TOKEN_KEY),
      rates: UNLIMITED,
      enqueue: async () => {},
    })
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(port, '127.0.0.1', ready))
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api-v1`
    return this
  }

  async stop(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeAllConnections()
    await closed
    await this.#database.end()
  }

  /** Uses these handlers for the next requests with this path prefix, one each, and then the service. */
  next(path: string, ...handlers: RequestHandler[]): void {
    this.#overrides.push(...handlers.map((handle) => ({ path, handle })))
  }

  /** Lets bulks wait before they are acknowledged or refused. @returns a function that ends this */
  holdBulks(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#bulkAnswers = promise
    return resolve
  }

  count = (path: string): number => this.received.filter((hit) => hit.path.startsWith(path)).length

  reset(): void {
    this.received.length = 0
    this.ledger.length = 0
    this.#overrides = []
    this.answerChanges = []
  }

  /** Adds a bulk that another program of the same client submitted at another time. @returns its ID */
  async acceptFromAnotherProgram(items: LedgerLine['items'], at: number): Promise<string> {
    const [client = ''] = this.#clients.keys()
    const verifications = items.map(({ iban, name }) => ({ account: { iban }, account_holder: { name } }))
    const authorization = `Bearer ${await createTokens(TOKEN_KEY).issue(client)}`
    const answer = await this.#callService({
      method: 'POST',
      path: BULK,
      body: JSON.stringify({ verifications }),
      authorization,
    })
    const { id } = (await answer.json()) as { id: string }
    await this.#database.query('UPDATE service.bulks SET created_at = $2 WHERE id = $1', [id, new Date(at)])
    return id
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/api-v1/, '')
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const hit = { method: request.method ?? '', path, body, authorization: request.headers.authorization }
    this.received.push(hit)
    this.#onRequest(hit)
    const override = this.#overrides.find((candidate) => path.startsWith(candidate.path))
    this.#overrides = this.#overrides.filter((candidate) => candidate !== override)
    if (override) await override.handle(hit, response, request)
    else if (path === TOKEN) await this.#token(hit, response)
    else if (path === BULK) await this.#postBulk(hit, response, request)
    else if (path.startsWith(`${BULK}/`)) await this.#readBulk(hit, response)
    else await this.#single(hit, response)
  }

  /** The service's own response. */
  async #callService({ method, path, body, authorization }: ReceivedRequest): Promise<Response> {
    const form = path === TOKEN
    const headers = {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(authorization && { authorization }),
    }
    return this.#app.request(`/api-v1${path}`, { method, headers, ...(body && { body }) })
  }

  #grantCredits(id: string): Promise<void> {
    const known = this.#clients.get(id) ?? grantCredits(this.#database, [{ id, secret: '', credits: 1e9 }])
    this.#clients.set(id, known)
    return known
  }

  async #token(hit: ReceivedRequest, response: ServerResponse): Promise<void> {
    await this.#grantCredits(new URLSearchParams(hit.body).get('client_id') ?? '')
    await forward(await this.#callService(hit), response)
  }

  async #single(hit: ReceivedRequest, response: ServerResponse): Promise<void> {
    const answer = await this.#callService(hit)
    if (hit.method !== 'POST' || hit.path !== LIVE || !answer.ok) return forward(answer, response)
    const body = (await answer.json()) as { id: string }
    this.#addToLedger(body.id, [JSON.parse(hit.body)])
    send(response, answer.status, this.answerChanges.shift()?.(body) ?? body)
  }

  #addToLedger(id: string, payloads: Payload[]): void {
    const items = payloads.map((one) => ({ iban: one.account.iban, name: one.account_holder.name }))
    this.ledger.push({ id, items, at: Date.now() })
  }

  async #postBulk(hit: ReceivedRequest, response: ServerResponse, request: IncomingMessage): Promise<void> {
    const mode = this.bulkModes.shift() ?? 'accept'
    const [status, code, headers] = REFUSALS[mode] ?? []
    if (status) {
      await this.#bulkAnswers
      return send(response, status, { code, message: 'No.' }, headers)
    }
    const { verifications } = JSON.parse(hit.body) as { verifications: Payload[] }
    const answer = await this.#callService({
      ...hit,
      body: JSON.stringify({ verifications: verifications.map(withInvalidIban) }),
    })
    const body = await answer.text()
    if (answer.ok) this.#addToLedger((JSON.parse(body) as { id: string }).id, verifications)
    await this.#bulkAnswers
    if (mode === 'accept_then_lose') return void request.socket.destroy()
    if (mode === 'error_after_accept') return send(response, 500, { code: 'server_error', message: 'Oops.' })
    send(response, answer.status, body)
  }

  async #readBulk(hit: ReceivedRequest, response: ServerResponse): Promise<void> {
    if (this.hidesBulks) return send(response, 404, { code: 'not_found', message: 'No such bulk.' })
    const [, id = '', page] = /bulk\/([^/]+)(?:\/items\?page=(\d+))?$/.exec(hit.path) ?? []
    if (page) this.pageReads++
    else await this.#answerNextItems(id)
    const path = page && this.reversed ? await this.#reversedPagePath(hit, Number(page)) : hit.path
    const answer = await this.#callService({ ...hit, path })
    if (!answer.ok) return forward(answer, response)
    const body = (await answer.json()) as BulkBody
    if (page) {
      const names = this.ledger.find((line) => line.id === id)?.items
      const items = body.items.map((item) => withUnknownResult(item, names))
      body.items = this.change(this.reversed ? items.reverse() : items)
      body.pagination = { ...(body.pagination as object), current_page: Number(page) }
    }
    send(response, answer.status, this.changeCounters(body))
  }

  /** Lets the banks answer the next items, in order. */
  async #answerNextItems(id: string): Promise<void> {
    this.polls++
    if (this.#done.has(id)) return
    const deps = { database: this.#database, institution: banksByName(this.itemsPerPoll) }
    try {
      await processBulk(deps, id, new AbortController().signal)
      this.#done.add(id)
    } catch (error) {
      if (!(error instanceof Error && error.message === 'later')) throw error
    }
  }

  async #reversedPagePath(hit: ReceivedRequest, page: number): Promise<string> {
    const answer = await this.#callService({ ...hit, path: hit.path.replace(/\/items.*/, '') })
    const { total_items } = (await answer.json()) as BulkBody
    return hit.path.replace(/page=\d+/, `page=${Math.ceil(total_items / PAGE_SIZE) + 1 - page}`)
  }
}

async function forward(answer: Response, response: ServerResponse): Promise<void> {
  send(response, answer.status, await answer.text())
}

/** A payee called Invalid is rejected: its IBAN is made invalid before the service reads it. */
const withInvalidIban = (one: Payload): Payload =>
  one.account_holder.name.includes('Invalid') ? { ...one, account: { iban: 'FR00' } } : one

/** A payee called Odd gets an answer outside the specification. */
const withUnknownResult = (item: object, payees: LedgerLine['items'] = []): object =>
  payees[(item as { index: number }).index]?.name.includes('Odd')
    ? { ...item, match_result: 'perhaps' }
    : item
