import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One accepted and billed bulk, in the provider's own books. */
export type LedgerLine = { id: string; items: { iban: string; name: string }[]; at: number }

/** What the provider does with the next POST of a bulk. */
export type PostMode = 'accept' | 'accept_then_lose' | 'credits' | 'reject' | 'error_after_accept' | 'limit'

/**
 * A provider as the specification describes it (4.1, 4.4 to 4.6), in this process: it keeps a ledger of what it accepted
 * and billed, and misbehaves on demand. Results become known `perLook` items at every look at the status.
 */
export class Provider {
  readonly ledger: LedgerLine[] = []
  url = ''
  /** modes of the next POSTs, then `accept` */
  posts: PostMode[] = []
  perLook = Number.POSITIVE_INFINITY
  perPage = 100
  /** first index of the item list; the specification shows 0 */
  base = 0
  /** how long an accepted POST takes to be answered */
  answerAfterMs = 0
  looks = 0
  pageReads = 0
  /** says completed whatever is known */
  claimCompleted = false
  /** answers that it knows no bulk */
  forgets = false
  /** gives the items of all pages in reverse order */
  reverse = false
  /** what else is done to the items of a page */
  change: (items: object[]) => object[] = (items) => items
  readonly #known = new Map<string, number>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async start(port = 0): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(port, '127.0.0.1', ready))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api-v1`
    return this
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(() => done()))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const path = pathname.replace('/api-v1', '')
    if (path === '/oauth2/token')
      return send(response, 200, { access_token: 'test', token_type: 'Bearer', expires_in: 3600 })
    if (request.method === 'POST') return this.#post(text, request, response)
    const [, , , id, items] = path.split('/')
    const line = this.forgets ? undefined : this.ledger.find((one) => one.id === id)
    if (!line) return send(response, 404, { code: 'not_found', message: 'No such bulk.' })
    return items
      ? this.#items(line, Number(searchParams.get('page') ?? 1), response)
      : this.#status(line, response)
  }

  async #post(text: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const mode = this.posts.shift() ?? 'accept'
    if (mode === 'credits')
      return send(response, 403, { code: 'insufficient_credits', message: 'No credits.' })
    if (mode === 'reject') return send(response, 400, { code: 'invalid_name', message: 'No.' })
    if (mode === 'limit') {
      response.setHeader('retry-after', '1')
      return send(response, 429, { code: 'rate_limit', message: 'Slow down.' })
    }
    const { verifications } = JSON.parse(text) as {
      verifications: { account: { iban: string }; account_holder: { name: string } }[]
    }
    const items = verifications.map((one) => ({ iban: one.account.iban, name: one.account_holder.name }))
    const line = { id: randomUUID(), items, at: Date.now() }
    this.ledger.push(line)
    if (mode === 'accept_then_lose') return void request.socket.destroy()
    if (mode === 'error_after_accept') return send(response, 500, { code: 'server_error', message: 'Oops.' })
    if (this.answerAfterMs > 0) await new Promise((later) => setTimeout(later, this.answerAfterMs))
    send(response, 200, {
      id: line.id,
      status: 'accepted',
      total_items: items.length,
      created_at: new Date().toISOString(),
    })
  }

  #status(line: LedgerLine, response: ServerResponse): void {
    this.looks++
    this.#known.set(line.id, clamp((this.#known.get(line.id) ?? 0) + this.perLook, line.items.length))
    send(response, 200, this.#counters(line))
  }

  #counters(line: LedgerLine) {
    const known = line.items.slice(0, this.#known.get(line.id) ?? 0).map((item) => answerTo(item.name))
    const count = (status: string) => known.filter((one) => one.status === status).length
    return {
      id: line.id,
      status: this.claimCompleted || known.length === line.items.length ? 'completed' : 'processing',
      total_items: line.items.length,
      completed_items: count('completed'),
      failed_items: count('failed'),
      rejected_items: count('rejected'),
      in_progress_items: line.items.length - known.length,
      created_at: new Date(line.at).toISOString(),
    }
  }

  #items(line: LedgerLine, page: number, response: ServerResponse): void {
    this.pageReads++
    const known = this.#known.get(line.id) ?? 0
    const from = (page - 1) * this.perPage
    const all = line.items.map((item, index) => ({
      index: index + this.base,
      ...(index < known ? { id: randomUUID(), ...answerTo(item.name) } : { status: 'pending' }),
    }))
    const items = this.change((this.reverse ? all.reverse() : all).slice(from, from + this.perPage))
    const pages = Math.max(1, Math.ceil(line.items.length / this.perPage))
    const pagination = {
      current_page: page,
      per_page: this.perPage,
      total_items: line.items.length,
      total_pages: pages,
      has_next_page: page < pages,
    }
    send(response, 200, { ...this.#counters(line), pagination, items })
  }
}

const clamp = (count: number, most: number) => Math.max(0, Math.min(most, count))

/** The name decides: a test says what it wants to hear. */
export function answerTo(name: string): Record<string, string> & { status: string } {
  if (name.includes('Close'))
    return { status: 'completed', match_result: 'close_match', matched_name: name.replace('Close', 'Klose') }
  if (name.includes('Other')) return { status: 'completed', match_result: 'no_match' }
  if (name.includes('Dark'))
    return {
      status: 'completed',
      match_result: 'account_not_verifiable',
      status_reason: 'verification_not_possible',
    }
  if (name.includes('Late')) return { status: 'failed', status_reason: 'institution_timeout' }
  if (name.includes('Invalid')) return { status: 'rejected', status_reason: 'invalid_iban_format' }
  if (name.includes('Odd')) return { status: 'completed', match_result: 'perhaps' }
  return { status: 'completed', match_result: 'match' }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
