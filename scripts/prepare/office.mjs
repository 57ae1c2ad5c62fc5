// The office that a command works on, whether it runs or not: its database and its keys.
import fs from 'node:fs'
import { openOfficeDatabase } from './embedded.mjs'
import { ensureFolder, requirePrepared } from './install.mjs'
import { loadDotEnv, Problem } from './project.mjs'
import { ensureSecrets, overrideSecrets } from './secrets.mjs'
import { readSettings } from './settings.mjs'

/**
 * A command must not change packages under a running office, so it needs one that was started before.
 * @param {{ dataDir: string, port: number, parts?: string[], empty?: boolean }} options
 *   parts: whose migrations to apply; none by default, because the office that runs may be of another version, which is
 *   then refused
 * @throws {Problem} when there is no office of this version, and none may be created
 */
export async function openExistingOffice(lifecycle, { dataDir: named, port, parts = [], empty }) {
  const dataDir = ensureFolder(named)
  requirePrepared()
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl && parts.length === 0 && !fs.existsSync(`${dataDir}/postgres/data`))
    throw new Problem(`${dataDir} contains no office. Set DATA_DIR or DATABASE_URL, or run npm start first.`)
  const generated = databaseUrl ? process.env : ensureSecrets(dataDir)
  const secrets = overrideSecrets(process.env, generated)
  const password = generated.POSTGRES_PASSWORD
  return {
    dataDir,
    secrets,
    ...(await openOfficeDatabase(lifecycle, { dataDir, password, port, parts, empty })),
  }
}

/**
 * Opens an office for a command that needs all of its settings.
 * @param {{ parts?: string[], empty?: boolean }} [options] empty: refuses an office with people or their work first
 * @returns {Promise<{ url: string, env: Record<string, string> }>} url: of the owner of the tables; env: the
 *   environment of a program of the office
 */
export async function openOffice(lifecycle, { parts, empty } = {}) {
  loadDotEnv()
  const { dataDir: named, databasePort: port, publicAddress } = readSettings(process.env)
  const { dataDir, secrets, url, ownerUrl } = await openExistingOffice(lifecycle, {
    dataDir: named,
    port,
    parts,
    empty,
  })
  const names = ['NEXTAUTH_SECRET', 'ENCRYPTION_KEYS', 'AUDIT_KEY', 'SIGNING_KEY']
  const keys = Object.fromEntries(names.map((name) => [name, secrets[name]]))
  return {
    url: ownerUrl,
    env: { DATABASE_URL: url, NEXTAUTH_URL: publicAddress, DATA_DIR: dataDir, ...keys },
  }
}
