import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { web } from './processes/programs.mjs'

/** Checks the container files without building them: everything they name exists. */
const docker = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')
const ignored = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
const instructions = (name: string) =>
  [...docker.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest = '']) => rest)
const commands = [...compose.matchAll(/command: (\[.*\])/g), ...docker.matchAll(/^CMD (\[.*\])$/gm)].map(
  ([, list = '']) => JSON.parse(list) as string[],
)
/** The services, each with its lines. */
const services = Object.fromEntries(
  [...(compose.split(/^services:\n/m)[1] ?? '').matchAll(/^ {2}(\w+):\n((?: {4}.*\n)+)/gm)].map(
    ([, name = '', lines = '']) => [name, lines],
  ),
)

it('the image copies files that exist and leaves out secrets and data', () => {
  const copied = instructions('COPY').filter((rest) => !rest.includes('--from='))
  const sources = copied.flatMap((rest) => rest.split(/\s+/).slice(0, -1))
  expect(sources).toContain('package-lock.json')
  for (const source of sources) expect(existsSync(source), source).toBe(true)
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.data', 'node_modules', '.git']))
})

it('every program that a container runs exists', () => {
  const built = instructions('RUN').flatMap((rest) => rest.match(/node_modules\/\.bin\/\w+/g) ?? [])
  const started = commands.flatMap((list) => list.filter((word) => /\.(mjs|ts)$|^node_modules\//.test(word)))
  expect(commands.length).toBe(3)
  for (const program of [...built, ...started]) expect(existsSync(program), program).toBe(true)
  for (const [first] of commands) expect(first).toBe('node')
})

it('starts the web process with the options of npm start', () => {
  const { args } = web({ host: '0.0.0.0', port: 3000 }, {})
  expect(commands.at(-1)?.slice(2)).toEqual(args.slice(args.indexOf('start')))
})

it('runs as an unprivileged user, on the Node version of the product, with its own data folder', () => {
  expect(instructions('USER')).toEqual(['node'])
  expect(docker.indexOf('USER node')).toBeLessThan(docker.indexOf('\nCMD'))
  for (const image of instructions('FROM')) expect(image).toMatch(/^node:24-slim/)
  expect(docker).toContain('chown node:node /data')
  expect(compose).toContain('DATA_DIR: /data')
  expect(compose).toContain('volumes: [data:/data]')
})

it('sets only names that the settings know, and checks the health of the web process at a route that exists', () => {
  const known = [
    ...readFileSync('lib/platform/env.server.ts', 'utf8').matchAll(/^ {2}([A-Z_]+):/gm),
    ...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z_]+)=/gm),
  ].map(([, name]) => name)
  const common = compose.split(/^services:/m)[0] ?? ''
  const set = [...common.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  expect(set).toEqual(['DATABASE_URL', 'DATA_DIR', 'DEMO', 'POSTGRES_PASSWORD', 'DATABASE_OWNER_URL'])
  for (const name of [...set, ...[...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)])
    expect(known, name).toContain(name)
  const [, healthPath = ''] = /127\.0\.0\.1:3000(\/api\/\w+)'/.exec(compose) ?? []
  expect(existsSync(`app${healthPath}/route.ts`), healthPath).toBe(true)
})

it('gives the credentials of the table owner to the migrations only', () => {
  const owner = /DATABASE_OWNER_URL: postgresql:\/\/accord:\$\{POSTGRES_PASSWORD/
  const common = compose.split(/^services:/m)[0] ?? ''
  expect(common).toMatch(/^ {2}DATABASE_URL: postgresql:\/\/accord_app:\$\{POSTGRES_APP_PASSWORD/m)
  expect(common).toMatch(/^ {2}POSTGRES_PASSWORD: ""\n {2}DATABASE_OWNER_URL: ""/m)
  expect(Object.keys(services).filter((name) => owner.test(services[name] ?? ''))).toEqual(['migrate'])
})

it('migrates when PostgreSQL accepts connections of other containers, not while it creates the database', () => {
  expect(services.database).toContain('["CMD", "pg_isready", "-h", "127.0.0.1", "-U", "accord"]')
})

it('starts nothing before the migrations are complete', () => {
  expect(Object.keys(services)).toEqual(['database', 'migrate', 'web', 'worker'])
  expect(services.migrate).toContain('service_healthy')
  for (const name of ['web', 'worker'])
    expect(services[name]).toContain('migrate: { condition: service_completed_successfully }')
  // a worker waits for the responses to the requests it has sent
  expect(services.worker).toContain('stop_grace_period: 75s')
})
