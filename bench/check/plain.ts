// The least check in the least program: Node's own server, nothing around it. Tells its parent its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { check } from './least'

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const sid = /=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  try {
    const view = await check(sid, Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(view))
  } catch (error) {
    response.writeHead(500).end(`${error}`)
  }
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
