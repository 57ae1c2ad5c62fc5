import { readFileSync } from 'node:fs'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect as baseExpect,
  type Page,
} from '@playwright/test'
import { DEMO_PASSWORD } from '@/lib/auth/demo-password.mjs'
import { translateExpect, translateLocators } from './french'
import { ORIGIN } from './http'
import { trySignIn } from './people'

export type Role = 'analyst' | 'reviewer' | 'admin'

/** Signs a demo person in. next-auth answers 200 for some refusals too, and has the error in the URL of the response. */
export async function signIn(request: APIRequestContext, role: Role): Promise<void> {
  const response = await trySignIn(request, { email: `${role}@accord.test`, password: DEMO_PASSWORD })
  const { url } = await response.json()
  if (!response.ok() || /[?&](error|csrf)=/.test(url))
    throw new Error(`${role} cannot sign in: ${response.status()} ${url}`)
}

/** The storage of a signed-out browser. Without it, a context created in a test is signed in like the page. */
export const SIGNED_OUT = { cookies: [], origins: [] }

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
type Visitor = { page: Page; context: BrowserContext }

/** Translates the English text of the tests in the French run. */
export const expect = translateExpect(baseExpect)

/** Records errors that no test expects: an exception in the page, or a violation of its content security policy. */
function recordErrors(page: Page, errors: string[]) {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy|hydrat/i.test(message.text()))
      errors.push(`${page.url()}: ${message.text()}`)
  })
}

/**
 * Playwright's test, with people:
 * - `test.use({ role: 'analyst' })` signs `page` in; without it, nobody is signed in
 * - `await visitor('reviewer')` opens a second browser for another person
 * An error in a page fails the test.
 */
export const test = base.extend<
  { role: Role | undefined; pageErrors: string[]; visitor: (role: Role) => Promise<Visitor> },
  { sessions: Map<Role, StorageState> }
>({
  role: [undefined, { option: true }],
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],
  pageErrors: async ({}, use) => {
    const errors: string[] = []
    await use(errors)
    expect(errors, 'errors in the pages').toEqual([])
  },
  storageState: async ({ role, sessions, playwright }, use) => {
    await use(role && (await getSession(role, sessions, playwright.request)))
  },
  page: async ({ page, pageErrors }, use, { project }) => {
    if (project.name === 'french') translateLocators(page)
    recordErrors(page, pageErrors)
    await use(page)
  },
  visitor: async ({ browser, sessions, playwright, pageErrors }, use, { project }) => {
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      const storageState = await getSession(role, sessions, playwright.request)
      const context = await browser.newContext({ baseURL: ORIGIN, storageState })
      contexts.push(context)
      const page = await context.newPage()
      if (project.name === 'french') translateLocators(page)
      recordErrors(page, pageErrors)
      return { page, context }
    })
    for (const context of contexts) await context.close()
  },
})

type RequestFactory = {
  newContext(options: { baseURL: string; storageState: StorageState }): Promise<APIRequestContext>
}

/** Signs a person in once per worker, and again after a test ended the session. */
async function getSession(
  role: Role,
  sessions: Map<Role, StorageState>,
  requests: RequestFactory,
): Promise<StorageState> {
  const saved = sessions.get(role)
  const context = await requests.newContext({ baseURL: ORIGIN, storageState: saved ?? SIGNED_OUT })
  const active = saved && (await (await context.get('/api/auth/session')).json())?.user
  if (!active) await signIn(context, role)
  const state = await context.storageState()
  sessions.set(role, state)
  await context.dispose()
  return state
}

/** Reads the processes of the office, which scripts/test.mjs records. */
function readProcesses(): { name: string; pid: number; starts: number }[] {
  const file = process.env.OFFICE_PROCESSES
  if (!file) throw new Error('Only `npm test` knows the processes: OFFICE_PROCESSES is not set')
  return JSON.parse(readFileSync(file, 'utf8')).processes
}

/** Kills a process with -9 and waits until the supervisor has restarted it. */
export async function killProcess(name: 'web' | 'worker 1' | 'service'): Promise<void> {
  const before = readProcesses().find((one) => one.name === name)
  if (!before) throw new Error(`${name} is not running`)
  process.kill(before.pid, 'SIGKILL')
  const restarted = () => readProcesses().some((one) => one.name === name && one.starts > before.starts)
  await expect.poll(restarted, { message: `${name} runs again`, timeout: 15_000 }).toBe(true)
}
