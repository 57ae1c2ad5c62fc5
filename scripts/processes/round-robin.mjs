// A reverse proxy like those in front of several web processes: round robin per request. Bodies and event streams are
// passed through unbuffered; Host is kept, X-Forwarded-* identify the client. A process that refuses connections is
// skipped.
import http from 'node:http'

const HOP_BY_HOP = /^(connection|keep-alive|proxy-connection|te|trailer|upgrade|transfer-encoding)$/i
const FORWARDED = /^x-forwarded-/i

/** `[name, value, name, value, …]` without those that match `drop`: repeated headers stay repeated. */
const without = (raw, drop) => raw.filter((_, at) => !drop.test(raw[at - (at % 2)]))

/**
 * Uses keep-alive, because otherwise the process may close before it has received the whole body of a refused request.
 */
function headersFor(request) {
  const chunked = request.headers['transfer-encoding'] ? ['Transfer-Encoding', 'chunked'] : []
  const forwardedFor = ['X-Forwarded-For', request.socket.remoteAddress, 'X-Forwarded-Proto', 'http']
  const kept = without(without(request.rawHeaders, HOP_BY_HOP), FORWARDED)
  return [
    ...kept,
    ...chunked,
    ...forwardedFor,
    'X-Forwarded-Host',
    request.headers.host ?? '',
    'Connection',
    'keep-alive',
  ]
}

/** @param {number[]} ports of the processes @returns {Promise<{ close: () => Promise<void> }>} it listens on `port` */
export async function startRoundRobinProxy(ports, { port, host = '127.0.0.1' }) {
  let nextIndex = 0

  function forward(request, response, tries = ports.length) {
    const next = ports[nextIndex++ % ports.length]
    const { method, url: path } = request
    const upstream = http.request({
      host,
      port: next,
      method,
      path,
      headers: headersFor(request),
      agent: false,
    })
    const abort = () => upstream.destroy()
    let [connected, answered] = [false, false]
    response.once('close', abort)
    upstream.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true
        request.pipe(upstream)
      }),
    )
    upstream.once('response', (answer) => {
      answered = true
      // refused before it was read: discard the rest of the body
      request.unpipe(upstream).resume()
      response.writeHead(answer.statusCode, answer.statusMessage, without(answer.rawHeaders, HOP_BY_HOP))
      response.flushHeaders() // the first event of a stream may come much later
      answer.pipe(response)
      answer.once('error', () => response.destroy())
      answer.once('end', abort)
    })
    upstream.on('error', () => {
      if (answered) return
      response.off('close', abort)
      if (!connected && tries > 1 && !response.destroyed) return forward(request, response, tries - 1)
      if (response.headersSent) response.destroy()
      else response.writeHead(502, { 'content-type': 'text/plain' }).end('No process is available.')
    })
  }

  const server = http.createServer((request, response) => forward(request, response))
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
