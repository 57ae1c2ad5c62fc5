// Set-up of every database test file: a database of its own, known before the file's imports read the settings.
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
    template: string
  }
}

const server = inject('postgres')
const name = `accord_t_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`

const client = new pg.Client({ connectionString: server })
await client.connect()
await client.query(`CREATE DATABASE "${name}" TEMPLATE "${inject('template')}"`)
await client.end()

const url = new URL(server)
url.pathname = `/${name}`

Object.assign(process.env, {
  DATABASE_URL: url.href,
  NEXTAUTH_SECRET: 'only-for-tests-only-for-tests-32',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  ENCRYPTION_KEYS: `v1:${Buffer.alloc(32, 1).toString('base64')}`,
  AUDIT_KEY: Buffer.alloc(32, 2).toString('base64'),
  DEMO: '0',
  TIME_ZONE: 'UTC',
  LOG_LEVEL: 'silent',
})
