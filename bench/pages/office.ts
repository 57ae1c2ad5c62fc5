// The demo office for measuring the pages, and its people.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type APIRequestContext, type BrowserContext, chromium, request } from '@playwright/test'
import { DEMO_PASSWORD } from '../../lib/auth/demo-password.mjs'
import { buildForTest } from '../../scripts/prepare/install.mjs'
import { ensureSecrets } from '../../scripts/prepare/secrets.mjs'
import type { Lifecycle } from '../../scripts/processes/lifecycle.mjs'
import { chromiumOptions } from '../../scripts/testing/browser.mjs'
import { startTestOffice } from '../../scripts/testing/office.mjs'
import { testFolder } from '../../scripts/testing/server.mjs'
import type { Person } from './routes'

type Demo = { base: string; close: () => Promise<void> }

/** Starts a demo office on the production build, or uses the running one at BASE_URL. */
export async function openDemo(lifecycle: Lifecycle): Promise<Demo> {
  if (process.env.BASE_URL) return { base: process.env.BASE_URL, close: async () => {} }
  const office = await startTestOffice(lifecycle, { buildDir: await buildForTest() })
  return { base: office.env.BASE_URL ?? '', close: office.close }
}

/** Opens a demo office with a record for every page. */
export async function openDemoPages(lifecycle: Lifecycle): Promise<Demo> {
  const demo = await openDemo(lifecycle)
  await createSandboxCheck(demo.base)
  return demo
}

/** Starts a demo office with its settings in this process, which can then write to its database. */
export async function startWritableDemo(lifecycle: Lifecycle) {
  const office = await startTestOffice(lifecycle, { buildDir: await buildForTest() })
  Object.assign(process.env, office.env, ensureSecrets(path.join(testFolder(), 'office')))
  return office
}

/** Signs in to the demo office; the context keeps the cookies. */
export async function signIn(request: APIRequestContext, base: string, person: Person) {
  if (person === 'nobody') return
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken, email: `${person}@accord.test`, password: DEMO_PASSWORD, json: 'true' }
  const answer = await request.post('/api/auth/callback/credentials', { headers: { origin: base }, form })
  if (!answer.ok()) throw new Error(`${person} cannot sign in: ${answer.status()}`)
}

/** Without a check, the lists of the sandbox would be empty. */
async function createSandboxCheck(base: string) {
  const analyst = await request.newContext({ baseURL: base })
  await signIn(analyst, base, 'analyst')
  const data = {
    environment: 'sandbox',
    iban: 'FR7630006000011234567890189',
    name: 'Marie Durand',
    sandboxResult: 'close_match',
  }
  const headers = { origin: base, 'idempotency-key': randomUUID() }
  const answer = await analyst.post('/api/verifications', { headers, data })
  if (!answer.ok())
    throw new Error(`the check in the sandbox failed: ${answer.status()} ${await answer.text()}`)
  await analyst.dispose()
}

/**
 * Opens a browser with an empty cache and signs in.
 * @param port for remote debugging
 */
export async function browserOf(person: Person, base: string, port?: number): Promise<BrowserContext> {
  const { executablePath, env } = await chromiumOptions()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-browser-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: ['--no-sandbox', ...(port ? [`--remote-debugging-port=${port}`] : [])],
    env: { ...(process.env as Record<string, string>), ...env },
    baseURL: base,
    viewport: { width: 1350, height: 940 },
  })
  context.on('close', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  await signIn(context.request, base, person)
  return context
}
