import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isLoopback } from '@/lib/platform/loopback.mjs'
import { root } from './project.mjs'
import { overrideSecrets } from './secrets.mjs'
import { DEVELOPMENT, describeAddress, environmentFor, readSettings } from './settings.mjs'

const PRODUCTION = {
  DATABASE_URL: 'postgresql://db/accord',
  NEXTAUTH_SECRET: 's',
  NEXTAUTH_URL: 'https://accord.example',
  ENCRYPTION_KEYS: 'v1:x',
  AUDIT_KEY: 'a',
  SIGNING_KEY: 'k',
}

it('needs no settings: the demo office on this machine only', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    demo: true,
    ownProvider: false,
    workers: 1,
    timeZone: 'UTC',
    publicAddress: 'http://127.0.0.1:3000',
    serviceAddress: 'http://127.0.0.1:4010/api-v1',
  })
})

it('reads an empty setting as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', DEMO: '', TIME_ZONE: '' })).toMatchObject({
    port: 3000,
    demo: true,
  })
  const start = { AUDIT_KEY: 'generated', SIGNING_KEY: 'generated' }
  expect(overrideSecrets({ AUDIT_KEY: '', SIGNING_KEY: 'given' }, start)).toEqual({
    ...start,
    SIGNING_KEY: 'given',
  })
})

it('leaves demo mode when a database is set', () => {
  expect(readSettings(PRODUCTION)).toMatchObject({ demo: false, publicAddress: 'https://accord.example' })
})

it('marks in .env.example every required setting, and no other', () => {
  const example = fs.readFileSync(path.join(root, '.env.example'), 'utf8')
  const marked = [...example.matchAll(/^# \(required\).*\n(?:# .* .*\n)*?# ([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  )
  expect(marked.sort()).toEqual(Object.keys(PRODUCTION).sort())
})

it('has in .env.example every setting that an operator can choose', () => {
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)
  const settings = [
    ...namesIn(read('lib/platform/env.server.ts'), /^ {2}([A-Z_]+):/gm),
    ...namesIn(read('scripts/prepare/settings.mjs'), /\b(?:env\.|readInteger\(env, ')([A-Z_]+)/g),
    ...namesIn(read('service/config.ts'), /(SERVICE_[A-Z_]+)/g),
  ]
  // of one start, and of the tests
  const internal = ['BOOT_ID', 'FAILPOINT', 'SEND_DEADLINE_SECONDS']
  const example = namesIn(read('.env.example'), /^#? ?([A-Z_]+)=/gm)
  expect(settings.filter((name) => name && ![...example, ...internal].includes(name))).toEqual([])
})

it('prints where this process listens when the public URL differs', () => {
  expect(describeAddress(readSettings({ PORT: '3001' }))).toBe('http://127.0.0.1:3001')
  expect(describeAddress(readSettings({ ...PRODUCTION, PORT: '3001' }))).toBe(
    'https://accord.example, listening on http://127.0.0.1:3001',
  )
})

it.each(Object.keys(PRODUCTION).slice(1))('names %s when it is missing and DATABASE_URL is set', (name) => {
  expect(() => readSettings({ ...PRODUCTION, [name]: undefined })).toThrow(`Missing: ${name}`)
})

it('accepts the table owner only with a working role, and passes it to neither web nor worker', () => {
  const DATABASE_OWNER_URL = 'postgresql://owner@db/accord'
  expect(() => readSettings({ DATABASE_OWNER_URL })).toThrow('Missing: DATABASE_URL')
  const settings = readSettings({ ...PRODUCTION, DATABASE_OWNER_URL })
  const start = {
    bootId: 'b',
    databaseUrl: 'postgresql://db/accord',
    clientsFile: 'f',
    client: { id: 'i', secret: 's' },
  }
  expect(environmentFor(settings, {}, start)).toMatchObject({
    DATABASE_URL: start.databaseUrl,
    DATABASE_OWNER_URL: '',
  })
})

it.each(['0.0.0.0', '::ffff:127.0.0.1', '192.168.1.4', '::', 'accord.example', '127.0.0.1.evil.example'])(
  'does not offer the demo on %s',
  (HOST) => {
    expect(() => readSettings({ HOST })).toThrow('well-known password')
    expect(readSettings({ HOST, DEMO: '0' }).demo).toBe(false)
  },
)

it.each(['https://accord.example', 'http://accord.example:3000', 'http://127.0.0.1.evil.example'])(
  'does not offer the demo on %s, whatever HOST a proxy in front reaches',
  (NEXTAUTH_URL) => {
    expect(() => readSettings({ NEXTAUTH_URL })).toThrow('well-known password')
    expect(() => readSettings({ NEXTAUTH_URL, DEMO: '1' })).toThrow('DEMO=0')
    expect(readSettings({ NEXTAUTH_URL, DEMO: '0' }).demo).toBe(false)
  },
)

it.each(['http://127.0.0.1:3007', 'http://localhost:3000', 'http://[::1]:3000'])(
  'offers the demo on %s',
  (NEXTAUTH_URL) => {
    expect(readSettings({ NEXTAUTH_URL }).demo).toBe(true)
  },
)

it.each(['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost', 'LOCALHOST'])(
  'offers the demo on the host %s, whose address the web process accepts',
  (HOST) => {
    const { demo, publicAddress } = readSettings({ HOST })
    expect([demo, isLoopback(new URL(publicAddress).hostname)]).toEqual([true, true])
  },
)

it('accepts a connection completely or not at all', () => {
  const incomplete = { VERIFICATION_BASE_URL: 'https://vop.example/api-v1', VERIFICATION_CLIENT_ID: 'me' }
  expect(() => readSettings(incomplete)).toThrow('Missing: VERIFICATION_CLIENT_SECRET')
  expect(readSettings({ ...incomplete, VERIFICATION_CLIENT_SECRET: 'x' }).ownProvider).toBe(true)
})

it.each([
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', '30 00'],
  ['SERVICE_PORT', 'x'],
  ['WORKERS', '-1'],
  ['WORKERS', '1.5'],
  ['TIME_ZONE', 'Mars/Olympus'],
  ['TIME_ZONE', '+02:00'],
  ['DEMO', 'off'],
  ['DEMO', 'False'],
])('refuses %s=%s by name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name)
})

it('gives npm run dev no port, folder or cookie of npm start', () => {
  const [started, developed] = [readSettings({}), readSettings(DEVELOPMENT)]
  for (const name of ['host', 'port', 'servicePort', 'dataDir'] as const)
    expect(developed[name], name).not.toBe(started[name])
  expect(developed).toMatchObject({ demo: true, publicAddress: 'http://localhost:3001' })
})
