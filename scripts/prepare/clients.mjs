// The clients of the embedded verification service: SERVICE_CLIENTS, or one client generated for this office.
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from './project.mjs'
import { writePrivateFile } from './secrets.mjs'

const CREDITS = 1_000_000

/**
 * @param {Record<string, string | undefined>} env
 * @returns the client in the settings, which replaces a generated one; undefined unless both id and secret are set
 */
export function configuredClient(env) {
  const { VERIFICATION_CLIENT_ID: id, VERIFICATION_CLIENT_SECRET: secret } = env
  return id && secret ? { SERVICE_CLIENT_ID: id, SERVICE_CLIENT_SECRET: secret } : {}
}

/**
 * @returns {{ clientsFile: string, client: { id: string, secret: string } }} client: the one that the dashboard uses
 */
export function ensureServiceClients(configured, dataDir, secrets) {
  const clientsFile = path.resolve(configured || path.join(dataDir, 'service-clients.json'))
  if (!configured) {
    const client = { id: secrets.SERVICE_CLIENT_ID, secret: secrets.SERVICE_CLIENT_SECRET, credits: CREDITS }
    writePrivateFile(clientsFile, `${JSON.stringify([client], null, 2)}\n`)
    return { clientsFile, client }
  }
  try {
    const [client] = JSON.parse(fs.readFileSync(clientsFile, 'utf8'))
    if (client?.id && client.secret) return { clientsFile, client }
  } catch (error) {
    throw new Problem(`SERVICE_CLIENTS: ${clientsFile} cannot be read: ${error.message}`)
  }
  throw new Problem(`SERVICE_CLIENTS: ${clientsFile} must hold [{"id": "…", "secret": "…", "credits": 1000}]`)
}
