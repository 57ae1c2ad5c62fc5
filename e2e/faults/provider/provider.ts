import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BulkInProgress } from './bulk'
import type { ProviderFaults } from './faults'
import { Ledger, type LedgerLine } from './ledger'
import { dropConnection, sendHtml, sendHuge, sendJson, sendProblem, sendTruncated } from './responses'
import { decideVerdict } from './verdict'

export const CLIENT = { id: 'faults', secret: 'canary-client-secret-4711' }
const BULK = '/account-holder-verifications/bulk'
const SINGLE = '/account-holder-verifications'

type Pair = { account: { iban: string }; account_holder: { name: string } }

/**
 * A hostile provider that follows the specification otherwise: it bills and loses the response, refuses requests, gets
 * stuck, counts backwards, repeats and omits results. Its ledger records what it accepted and billed.
 */
export class HostileProvider {
  readonly ledger: Ledger
  readonly faults: ProviderFaults
  /** when single checks arrived, refused ones too */
  readonly singleCheckTimes: number[] = []
  url = ''
  #token = 'none yet'
  readonly #bulks = new Map<string, BulkInProgress>()
  readonly #server = createServer((request, response) => {
    response.on('error', () => {})
    this.#respond(request, response).catch(() => response.destroy())
  })

  constructor(ledgerFile: string, faults: ProviderFaults) {
    this.ledger = new Ledger(ledgerFile)
    this.faults = faults
  }

  async start(): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api-v1`
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
    this.ledger.close()
  }

  /** The Authorization header of a client that has the credentials. */
  get authorization(): string {
    return `Bearer ${this.#token}`
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const path = pathname.replace('/api-v1', '')
    if (path === '/oauth2/token') return this.#issueToken(text, response)
    if (request.method === 'POST' && path === SINGLE) this.singleCheckTimes.push(Date.now())
    if (request.headers.authorization !== this.authorization)
      return sendProblem(response, 401, 'unauthorized')
    if (request.method === 'POST') return this.#handlePaid(path, text, response)
    await this.#handleRead(path, Number(searchParams.get('page') ?? 1), response)
  }

  #issueToken(text: string, response: ServerResponse): void {
    const form = new URLSearchParams(text)
    const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret
    if (!isClient) {
      sendProblem(response, 401, 'invalid_client')
      return
    }
    this.#token = `canary-token-${randomUUID()}`
    sendJson(response, 200, { access_token: this.#token, token_type: 'Bearer', expires_in: 3600 })
  }

  async #handlePaid(path: string, text: string, response: ServerResponse): Promise<void> {
    const fault = this.faults.paid()
    if (fault === 'dropped_reset') return dropConnection(response)
    if (fault === 'dropped_503') return sendProblem(response, 503, 'unavailable')
    if (fault === 'refused_429') return sendProblem(response, 429, 'rate_limited', { 'retry-after': '1' })
    if (fault === 'refused_403') return sendProblem(response, 403, 'insufficient_credits')
    if (fault === 'refused_400') return sendProblem(response, 400, 'invalid_request')
    if (fault === 'refused_401') {
      this.#token = 'revoked'
      return sendProblem(response, 401, 'unauthorized')
    }
    const line = this.#accept(path, JSON.parse(text))
    const answer = line.kind === 'bulk' ? bulkResponse(line) : singleResponse(line)
    if (fault === 'slow') await sleep(300 + Math.random() * 1_200)
    if (fault === 'very_slow') await sleep(9_000)
    if (fault === 'billed_lost') return dropConnection(response)
    if (fault === 'billed_500') return sendProblem(response, 500, 'server_error')
    if (fault === 'billed_truncated') return sendTruncated(response, answer)
    if (fault === 'billed_html') return sendHtml(response)
    if (fault === 'billed_huge') return sendHuge(response, answer)
    if (fault === 'billed_without_id') return sendJson(response, 200, { ...answer, id: 'soon' })
    if (fault === 'billed_wrong_total')
      return sendJson(response, 200, { ...answer, total_items: line.items.length + 1 })
    sendJson(response, 200, answer)
  }

  #accept(path: string, body: Pair & { verifications: Pair[] }): LedgerLine {
    const kind = path === BULK ? 'bulk' : 'single'
    const items = (kind === 'bulk' ? body.verifications : [body]).map(({ account, account_holder }) => {
      const [iban, name] = [account.iban, account_holder.name]
      return { iban, name, verdict: decideVerdict(kind, iban, name) }
    })
    const line: LedgerLine = {
      id: randomUUID(),
      kind,
      at: Date.now(),
      items,
    }
    this.ledger.append(line)
    if (line.kind === 'bulk')
      this.#bulks.set(line.id, new BulkInProgress(line, this.faults.bulk(), () => this.faults.enabled))
    return line
  }

  async #handleRead(path: string, page: number, response: ServerResponse): Promise<void> {
    const [, id, items] = /\/bulk\/([^/]+)(\/items)?$/.exec(path) ?? []
    const bulk = this.#bulks.get(id ?? '')
    if (!bulk) return sendProblem(response, 404, 'not_found')
    const fault = this.faults.read()
    const answer = items ? bulk.page(page, fault) : bulk.status(fault)
    if (fault === 'lost') return dropConnection(response)
    if (fault === 'status_500') return sendProblem(response, 500, 'server_error')
    if (fault === 'status_404') return sendProblem(response, 404, 'not_found')
    if (fault === 'status_429') return sendProblem(response, 429, 'rate_limited', { 'retry-after': '1' })
    if (fault === 'truncated') return sendTruncated(response, answer)
    if (fault === 'html') return sendHtml(response)
    if (fault === 'huge') return sendHuge(response, answer)
    if (fault === 'slow') await sleep(1_500)
    sendJson(response, 200, answer)
  }
}

/** The response to an accepted bulk. */
const bulkResponse = (line: LedgerLine): object => ({
  id: line.id,
  status: 'accepted',
  total_items: line.items.length,
  created_at: new Date(line.at).toISOString(),
})
/** The response to a single check. */
const singleResponse = (line: LedgerLine): object => ({ id: line.id, ...line.items[0]?.verdict })
