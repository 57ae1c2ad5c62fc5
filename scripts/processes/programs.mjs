// The product's own processes, as the supervisor runs them.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../prepare/project.mjs'
import { addressOf } from '../prepare/settings.mjs'

const SMALL_HEAP = '--max-semi-space-size=4' // these processes wait for I/O more than they compute

/** `--import` takes a URL, in which a path may not stand as it is. */
const REGISTER = pathToFileURL(path.join(root, 'scripts/register.mjs')).href
const typescript = (file) => ['--import', REGISTER, path.join(root, file)]

export const service = (env) => ({
  name: 'service',
  args: [SMALL_HEAP, ...typescript('service/main.ts')],
  env,
})

/** A worker waits for the responses to the requests it has sent: a lost response is an unknown outcome. */
export const worker = (number, env) => {
  const args = [SMALL_HEAP, ...typescript('worker/main.ts')]
  const name = `worker ${number}`
  return { name, args, env: { ...env, PROCESS_NAME: 'worker' }, grace: 70_000, health: {} }
}

/** Longer than reverse proxies keep idle connections, so that they don't send requests into closed ones. */
const KEEP_ALIVE_MS = 130_000

export const web = ({ host, port, buildDir = '.next' }, env) => ({
  name: 'web',
  health: { address: `${addressOf(host, port)}/api/health` },
  args: [
    SMALL_HEAP,
    '--heap-growing-percent=20', // garbage of a long export is collected before it reaches half the memory
    '--disable-warning=DEP0169', // next-auth uses url.parse()
    path.join(root, 'node_modules/.bin/next'),
    ...['start', '--hostname', host, '--port', String(port), '--keepAliveTimeout', String(KEEP_ALIVE_MS)],
  ],
  env: {
    ...env,
    BUILD_DIR: buildDir,
    // the compile cache saves a quarter of the work of a start; it is deleted with its build
    NODE_COMPILE_CACHE: path.join(root, buildDir, 'compiled'),
    NODE_ENV: 'production',
    NEXT_MANUAL_SIG_HANDLE: '1', // instrumentation ends open event streams; Next alone would wait for them indefinitely
  },
})

/** For development: Node restarts the worker when a file that it has loaded changes. */
export const watchedWorker = (number, env) => {
  const args = ['--watch', '--watch-preserve-output', ...typescript('worker/main.ts')]
  return { name: `worker ${number}`, args, env: { ...env, PROCESS_NAME: 'worker' }, grace: 5_000 }
}

/** For development: pages are compiled on request, into a folder beside the build of `npm start`. */
export const devWeb = ({ host, port }, env) => ({
  name: 'web',
  args: [path.join(root, 'node_modules/.bin/next'), 'dev', '--hostname', host, '--port', String(port)],
  env: { ...env, NODE_ENV: 'development' },
})
