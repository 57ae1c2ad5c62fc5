// The office that a command works on, whether it runs or not: its database and its keys.
import fs from 'node:fs'
import { openDatabase } from './embedded.mjs'
import { ownFolder } from './install.mjs'
import { Problem } from './project.mjs'
import { secretsIn } from './secrets.mjs'
import { readSettings } from './settings.mjs'

/**
 * A command must not change packages under a running office, so it needs one that was started before.
 * @param {{ parts?: string[] }} [how] parts: whose migrations to apply; none for a command that only reads, because the
 *   office that runs may be of an earlier version
 * @returns {Promise<{ url: string, env: Record<string, string> }>} url: of the owner of the tables; env: the
 *   environment of a program of the office
 */
export async function openOffice(life, { parts = ['dashboard'] } = {}) {
  if (fs.existsSync('.env')) process.loadEnvFile('.env')
  const { dataDir: named, databasePort, publicAddress } = readSettings(process.env)
  const dataDir = ownFolder(named)
  if (!fs.existsSync('lib/platform/generated'))
    throw new Problem('Run npm start once: it prepares the project.')
  const secrets = process.env.DATABASE_URL ? process.env : secretsIn(dataDir)
  const { url, ownerUrl } = await openDatabase(life, {
    dataDir,
    password: secrets.POSTGRES_PASSWORD,
    port: databasePort,
    parts,
  })
  const names = ['NEXTAUTH_SECRET', 'ENCRYPTION_KEYS', 'AUDIT_KEY', 'SIGNING_KEY']
  // explicit settings override generated ones, as when the office starts
  const keys = Object.fromEntries(names.map((name) => [name, process.env[name] ?? secrets[name]]))
  return {
    url: ownerUrl,
    env: { DATABASE_URL: url, NEXTAUTH_URL: publicAddress, DATA_DIR: dataDir, ...keys },
  }
}
