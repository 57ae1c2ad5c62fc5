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
      const { port: got } = server.address()
      server.close(() => resolve(got))
    })
  })

/** Fails with a sentence when a port is taken. Processes that are just ending get two seconds to release it. */
export async function needPort(port, host, setting) {
  for (let turn = 0; turn < 8; turn++) {
    if (await freePort(port, host)) return
    await sleep(250)
  }
  throw new Problem(
    `Port ${port} on ${host} is already in use by another program.\n` +
      `Stop that program, or choose another port: ${setting}=${port + 1} npm start`,
  )
}

/** @returns {Promise<boolean>} whether a process accepts connections there */
export const answers = (port, host = '127.0.0.1') =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 2000 })
    const end = (yes) => {
      socket.destroy()
      resolve(yes)
    }
    socket.once('connect', () => end(true))
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false))
  })
