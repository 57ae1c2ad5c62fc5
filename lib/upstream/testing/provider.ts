import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Hit = { method: string; path: string; body: string; authorization: string | undefined }
/** Answers one request; returning undefined leaves it to the usual answer. */
export type Act = (hit: Hit, response: ServerResponse, request: IncomingMessage) => unknown

/**
 * A provider that can misbehave in any way a test wants, and keeps a ledger of what it accepted. Usually it gives a token
 * and answers every check with a match. The dashboard is never asked whether it behaved: the ledger is.
 */
export type Provider = {
  baseUrl: string
  hits: Hit[]
  /** ids of accepted, billed checks */
  ledger: string[]
  /** acts for the next requests whose path begins so, one each; then the usual answer again */
  next(path: string, ...acts: Act[]): void
  count(path: string): number
  forget(): void
  stop(): Promise<void>
}

export const TOKEN = '/oauth2/token'
export const LIVE = '/account-holder-verifications'
export const SANDBOX = '/sandbox/account-holder-verifications'

export const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** @param seen is told of every request when it arrives */
export async function startProvider(seen: (hit: Hit) => void = () => {}): Promise<Provider> {
  const hits: Hit[] = []
  const ledger: string[] = []
  let plans: { path: string; act: Act }[] = []
  const usual: Act = (hit, response) => {
    if (hit.path === TOKEN)
      return send(response, 200, {
        access_token: `token-${hits.length}`,
        token_type: 'Bearer',
        expires_in: 3600,
      })
    if (hit.method === 'GET')
      return send(response, 200, {
        id: hit.path.split('/').at(-1),
        status: 'completed',
        match_result: 'match',
      })
    const id = randomUUID()
    if (!hit.path.startsWith('/sandbox')) ledger.push(id)
    return send(response, 200, { id, status: 'completed', match_result: 'match' })
  }
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/api-v1/, '')
    const body = await readBody(request).catch(() => '')
    const { authorization } = request.headers
    const hit = { method: request.method ?? '', path, body, authorization }
    hits.push(hit)
    seen(hit)
    const plan = plans.find((candidate) => path.startsWith(candidate.path))
    plans = plans.filter((candidate) => candidate !== plan)
    await (plan?.act ?? usual)(hit, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api-v1`,
    hits,
    ledger,
    next: (path, ...acts) => plans.push(...acts.map((act) => ({ path, act }))),
    count: (path) => hits.filter((hit) => hit.path.startsWith(path)).length,
    forget: () => {
      hits.length = 0
      ledger.length = 0
      plans = []
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
