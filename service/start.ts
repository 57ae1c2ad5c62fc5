import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { openRegister } from './banks/derived'
import { BUILT_IN_ACCOUNTS } from './banks/people'
import { closedRegister, readRegister } from './banks/register'
import { simulatedNetwork } from './banks/simulated'
import { startQueue } from './bulks/queue'
import { createClients, grantCredits } from './clients/clients'
import { createTokens, tokenSigningKey } from './clients/token'
import type { Config } from './config'
import { openDatabase } from './database'
import { createApp } from './http/app'

export type RunningService = {
  /** base URL with the version prefix: the `{base_url}` of the specification */
  url: string
  stop(): Promise<void>
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

const INVALID_REQUEST = JSON.stringify({
  code: 'invalid_request',
  message: 'This is not a valid HTTP request.',
})
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Malformed HTTP never reaches the app; it gets the error body of section 2.8 too. */
function createHttpServer(fetch: Parameters<typeof getRequestListener>[0]): Server {
  const errorHandler = () => new Response(INVALID_REQUEST, { status: 400, headers: JSON_TYPE })
  // Node.js itself would refuse a request without a host with an empty body
  const server = createServer({ requireHostHeader: false }, getRequestListener(fetch, { errorHandler }))
  // an expectation may be ignored (RFC 9110, 10.1.1); Node.js would refuse an unknown one with an empty body
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${INVALID_REQUEST.length}`
    socket.end(`${head}\r\nConnection: close\r\n\r\n${INVALID_REQUEST}`)
  })
  return server
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 6000).unref()
  })
}

/**
 * Starts the service on a database whose schema `service` is migrated. Several processes can share one database.
 * Rejects when the database, the configuration or the port can't be used.
 */
export async function startService(config: Config): Promise<RunningService> {
  const database = openDatabase(config.databaseUrl)
  const register = config.register
    ? closedRegister(readRegister(config.register))
    : openRegister(new Map(BUILT_IN_ACCOUNTS), database)
  const institution = simulatedNetwork(register, config.latencyMs)
  await grantCredits(database, config.clients)
  const tokens = createTokens(await tokenSigningKey(database, config.tokenKey))
  const clients = createClients(config.clients)
  const queue = await startQueue(config.databaseUrl, { database, institution })
  const app = createApp({ database, institution, clients, tokens, enqueue: queue.enqueue })
  const server = createHttpServer(app.fetch)
  const stop = async () => {
    await Promise.all([server.listening ? close(server) : undefined, queue.stop()])
    await database.end()
  }
  try {
    await listen(server, config)
  } catch (error) {
    await stop()
    throw error
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://${config.host}:${port}/api-v1`, stop }
}
