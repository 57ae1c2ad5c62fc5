// The generated secrets of an office without configured ones: created once, stored with its data, readable by its owner
// only.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from './project.mjs'

const random = (bytes, encoding = 'base64') => crypto.randomBytes(bytes).toString(encoding)

/** ECDSA P-256, PKCS#8 in DER, base64 on one line */
const signingKey = () =>
  crypto
    .generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64')

const GENERATORS = {
  NEXTAUTH_SECRET: () => random(32),
  ENCRYPTION_KEYS: () => `v1:${random(32)}`,
  AUDIT_KEY: () => random(32),
  SIGNING_KEY: signingKey,
  POSTGRES_PASSWORD: () => random(24, 'base64url'),
  SERVICE_CLIENT_ID: () => `accord-${random(6, 'hex')}`,
  SERVICE_CLIENT_SECRET: () => random(32, 'base64url'),
}

/** Written to a temporary file and renamed: a crash leaves the old file intact. */
export function writePrivateFile(file, text) {
  const temporary = `${file}.${process.pid}`
  fs.rmSync(temporary, { force: true })
  fs.writeFileSync(temporary, text, { mode: 0o600 })
  fs.renameSync(temporary, file)
}

/** @returns {Record<keyof typeof GENERATORS, string>} the secrets in DATA_DIR/secrets.json; generates missing ones */
export function ensureSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json')
  let secrets = {}
  try {
    secrets = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw new Problem(`${file} cannot be read: ${error.message}`)
    if (fs.existsSync(path.join(dataDir, 'postgres/data'))) {
      throw new Problem(
        `${file} is missing, and without its keys the data in ${dataDir} cannot be read. Restore it.`,
      )
    }
  }
  const missing = Object.keys(GENERATORS).filter((name) => !secrets[name])
  for (const name of missing) secrets[name] = GENERATORS[name]()
  if (missing.length) writePrivateFile(file, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

/** Explicit settings override generated ones; an empty setting is not set. */
export const overrideSecrets = (env, secrets) =>
  Object.fromEntries(Object.entries(secrets).map(([name, generated]) => [name, env[name] || generated]))
