import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { html, huge, json, lose, problem, sendTruncated } from './answers'
import { WorkingBulk } from './bulk'
import { Ledger, type LedgerLine } from './ledger'
import type { Mishaps } from './mishaps'
import { verdictOn } from './verdict'

export const CLIENT = { id: 'faults', secret: 'canary-client-secret-4711' }
const BULK = '/account-holder-verifications/bulk'
const SINGLE = '/account-holder-verifications'

type Pair = { account: { iban: string }; account_holder: { name: string } }

/**
 * The specification's provider (4.1 to 4.6), hostile: bills and then loses the response, refuses in flight, gets stuck,
 * counts backwards, repeats and omits results. Its ledger records what it really received.
 */
export class HostileProvider {
  readonly ledger: Ledger
  readonly mishaps: Mishaps
  /** times of the single checks, refused ones too, and the number of token requests */
  readonly singles: number[] = []
  tokens = 0
  url = ''
  #token = 'none yet'
  readonly #bulks = new Map<string, WorkingBulk>()
  readonly #server = createServer((request, response) => {
    response.on('error', () => {})
    this.#answer(request, response).catch(() => response.destroy())
  })

  constructor(ledgerFile: string, mishaps: Mishaps) {
    this.ledger = new Ledger(ledgerFile)
    this.mishaps = mishaps
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

  /** The header that any client with the credentials would send. */
  get authorization(): string {
    return `Bearer ${this.#token}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const path = pathname.replace('/api-v1', '')
    if (path === '/oauth2/token') return this.#newToken(text, response)
    if (request.method === 'POST' && path === SINGLE) this.singles.push(Date.now())
    if (request.headers.authorization !== this.authorization) return problem(response, 401, 'unauthorized')
    if (request.method === 'POST') return this.#paid(path, text, response)
    await this.#read(path, Number(searchParams.get('page') ?? 1), response)
  }

  #newToken(text: string, response: ServerResponse): void {
    this.tokens++
    const given = new URLSearchParams(text)
    const known = given.get('client_id') === CLIENT.id && given.get('client_secret') === CLIENT.secret
    if (!known) {
      problem(response, 401, 'invalid_client')
      return
    }
    this.#token = `canary-token-${randomUUID()}`
    json(response, 200, { access_token: this.#token, token_type: 'Bearer', expires_in: 3600 })
  }

  async #paid(path: string, text: string, response: ServerResponse): Promise<void> {
    const mishap = this.mishaps.paid()
    if (mishap === 'dark_reset') return lose(response)
    if (mishap === 'dark_503') return problem(response, 503, 'unavailable')
    if (mishap === 'refused_429') return problem(response, 429, 'rate_limited', { 'retry-after': '1' })
    if (mishap === 'refused_403') return problem(response, 403, 'insufficient_credits')
    if (mishap === 'refused_400') return problem(response, 400, 'invalid_request')
    if (mishap === 'refused_401') {
      this.#token = 'revoked'
      return problem(response, 401, 'unauthorized')
    }
    const line = this.#accept(path, JSON.parse(text))
    const answer = line.kind === 'bulk' ? bulkAccepted(line) : singleAnswer(line)
    if (mishap === 'slow') await sleep(300 + Math.random() * 1_200)
    if (mishap === 'very_slow') await sleep(9_000)
    if (mishap === 'billed_lost') return lose(response)
    if (mishap === 'billed_500') return problem(response, 500, 'server_error')
    if (mishap === 'billed_truncated') return sendTruncated(response, answer)
    if (mishap === 'billed_html') return html(response)
    if (mishap === 'billed_huge') return huge(response, answer)
    if (mishap === 'billed_without_id') return json(response, 200, { ...answer, id: 'soon' })
    if (mishap === 'billed_wrong_total')
      return json(response, 200, { ...answer, total_items: line.items.length + 1 })
    json(response, 200, answer)
  }

  #accept(path: string, body: Pair & { verifications: Pair[] }): LedgerLine {
    const kind = path === BULK ? 'bulk' : 'single'
    const items = (kind === 'bulk' ? body.verifications : [body]).map(({ account, account_holder }) => {
      const [iban, name] = [account.iban, account_holder.name]
      return { iban, name, verdict: verdictOn(kind, iban, name) }
    })
    const line: LedgerLine = {
      id: randomUUID(),
      kind,
      at: Date.now(),
      items,
    }
    this.ledger.append(line)
    if (line.kind === 'bulk')
      this.#bulks.set(line.id, new WorkingBulk(line, this.mishaps.bulk(), () => this.mishaps.on))
    return line
  }

  async #read(path: string, page: number, response: ServerResponse): Promise<void> {
    const [, id, items] = /\/bulk\/([^/]+)(\/items)?$/.exec(path) ?? []
    const bulk = this.#bulks.get(id ?? '')
    if (!bulk) return problem(response, 404, 'not_found')
    const mishap = this.mishaps.read()
    const answer = items ? bulk.page(page, mishap) : bulk.status(mishap)
    if (mishap === 'lost') return lose(response)
    if (mishap === 'status_500') return problem(response, 500, 'server_error')
    if (mishap === 'status_404') return problem(response, 404, 'not_found')
    if (mishap === 'status_429') return problem(response, 429, 'rate_limited', { 'retry-after': '1' })
    if (mishap === 'truncated') return sendTruncated(response, answer)
    if (mishap === 'html') return html(response)
    if (mishap === 'huge') return huge(response, answer)
    if (mishap === 'slow') await sleep(1_500)
    json(response, 200, answer)
  }
}

/** 4.4 */
const bulkAccepted = (line: LedgerLine): object => ({
  id: line.id,
  status: 'accepted',
  total_items: line.items.length,
  created_at: new Date(line.at).toISOString(),
})
/** 4.2 */
const singleAnswer = (line: LedgerLine): object => ({ id: line.id, ...line.items[0]?.verdict })
