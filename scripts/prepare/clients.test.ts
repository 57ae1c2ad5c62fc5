import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { configuredClient, ensureServiceClients } from './clients.mjs'

const generated = { SERVICE_CLIENT_ID: 'made', SERVICE_CLIENT_SECRET: 'made once' }
const configured = { VERIFICATION_CLIENT_ID: 'erp', VERIFICATION_CLIENT_SECRET: 'chosen' }

function firstClient(env: Record<string, string>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'clients-'))
  const { clientsFile } = ensureServiceClients(undefined, folder, { ...generated, ...configuredClient(env) })
  expect(path.basename(clientsFile)).toBe('service-clients.json')
  return JSON.parse(fs.readFileSync(clientsFile, 'utf8'))
}

it('gives the service only the client in the settings, with a million credits', () => {
  expect(firstClient(configured)).toEqual([{ id: 'erp', secret: 'chosen', credits: 1_000_000 }])
})

it('generates a client when the settings have none, or only half of one', () => {
  const own = [{ id: 'made', secret: 'made once', credits: 1_000_000 }]
  expect(firstClient({})).toEqual(own)
  expect(firstClient({ VERIFICATION_CLIENT_ID: 'erp' })).toEqual(own)
})
