// Two event streams in one process with the same messages: ours, and a minimal route. Sends its CPU time and the number
// of its queries to its parent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Client } from 'pg'
import type { Actor } from '@/lib/auth/roles'
import { hub } from '@/lib/http/hub.server'
import { eventStream } from '@/lib/uploads/stream.server'

let queries = 0
const prototype = Client.prototype as unknown as { query: (...values: unknown[]) => unknown }
const query = prototype.query
prototype.query = function (...values) {
  queries++
  return query.apply(this, values)
}

/** As long as ours gathers notifications: after a pause, each message costs more system time. */
const PAUSE_MS = 150

/** The minimal route: every client gets every frame. */
const bareClients = new Set<ReadableStreamDefaultController<Uint8Array>>()
const bareStream = () => {
  let own: ReadableStreamDefaultController<Uint8Array>
  return new ReadableStream<Uint8Array>({
    start(controller) {
      own = controller
      bareClients.add(controller)
    },
    cancel: () => void bareClients.delete(own),
  })
}

const actors = JSON.parse(process.env.BENCH_ACTORS ?? '') as Actor[]
let opened = 0
/** Each stream is of the next person. */
const nextActor = () => actors[opened++ % actors.length] as Actor
const server = createServer((request, response) => {
  const disconnect = new AbortController()
  response.once('close', () => disconnect.abort())
  const body = request.url === '/ours' ? eventStream(nextActor(), disconnect.signal).body : bareStream()
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
  if (body) pipeline(Readable.fromWeb(body as WebStream), response).catch(() => {})
})

type Message = { kind: 'frame'; text: string } | { kind: 'sample' }
process.on('message', (message: Message) => {
  if (message.kind === 'sample') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000, queries })
    return
  }
  const frame = new TextEncoder().encode(message.text)
  setTimeout(() => {
    for (const controller of bareClients) controller.enqueue(frame)
  }, PAUSE_MS)
})
process.once('disconnect', () => process.exit(0))
await hub().ready
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
