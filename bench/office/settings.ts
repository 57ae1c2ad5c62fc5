import { randomBytes } from 'node:crypto'

const key = () => randomBytes(32).toString('base64')

/** The required settings of an office, with new keys. */
export const officeSettings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  NEXTAUTH_SECRET: key(),
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  ENCRYPTION_KEYS: `v1:${key()}`,
  AUDIT_KEY: key(),
  LOG_LEVEL: 'warn',
})

export const BENCH_CLIENT = {
  VERIFICATION_CLIENT_ID: 'bench',
  VERIFICATION_CLIENT_SECRET: 'only-for-the-bench',
}
