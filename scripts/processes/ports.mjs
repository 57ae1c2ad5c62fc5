import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../prepare/project.mjs'

/** @returns {Promise<number | undefined>} the port when it is free on this host (0 asks for any), else undefined */
export const freePort = (port = 0, host = '127.0.0.1') =>
  new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(new Problem(`Cannot listen on ${host}:${port}: ${error.message}`))
    })
    server.listen(port, host, () => {
      const { port: assigned } = server.address()
      server.close(() => resolve(assigned))
    })
  })

/** Fails with a sentence when a port is taken or refused. Processes that are just ending get two seconds to release it. */
export async function requireFreePort(port, host, setting) {
  for (let attempt = 0; attempt < 8; attempt++) {
    const free = await freePort(port, host).catch(({ message }) => {
      const settings = setting === 'PORT' ? 'HOST or PORT' : setting
      throw new Problem(`${message}. Choose another ${settings}.`)
    })
    if (free) return
    await sleep(250)
  }
  throw new Problem(
    `Port ${port} on ${host} is already in use by another program.\n` +
      `Stop that program, or choose another port: ${setting}=${port + 1} npm start`,
  )
}

/** @returns {Promise<boolean>} whether a process accepts connections there */
export const acceptsConnections = (port, host = '127.0.0.1') =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 2000 })
    const end = (accepted) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => end(true))
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false))
  })
