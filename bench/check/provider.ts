// A provider that answers every check after a fixed time. Tells its parent its port.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const latencyMs = Number(process.env.BENCH_LATENCY_MS)

const server = createServer((request, response) => {
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  request.resume().on('end', () => {
    if (request.url?.endsWith('/oauth2/token'))
      return send(200, { access_token: 'bench', token_type: 'Bearer', expires_in: 3600 })
    setTimeout(() => send(200, { id: randomUUID(), status: 'completed', match_result: 'match' }), latencyMs)
  })
})
server.keepAliveTimeout = 60_000
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
