import { readFileSync } from 'node:fs'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect as baseExpect,
  type Page,
} from '@playwright/test'
import { expectFrench, teachFrench } from './french'

export type Role = 'analyst' | 'reviewer' | 'admin'

const PASSWORD = 'accord-demo-2026'
const ORIGIN = process.env.BASE_URL ?? 'http://127.0.0.1:3000'

/**
 * Signs in through next-auth's own endpoints: the CSRF token, then the credentials. next-auth answers 200 for some
 * refusals too, and has the error in the URL of the response.
 */
export async function signIn(request: APIRequestContext, role: Role): Promise<void> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const answer = await request.post('/api/auth/callback/credentials', {
    headers: { origin: ORIGIN },
    form: { csrfToken, email: `${role}@accord.test`, password: PASSWORD, json: 'true' },
  })
  const { url } = await answer.json()
  if (!answer.ok() || /[?&](error|csrf)=/.test(url))
    throw new Error(`${role} cannot sign in: ${answer.status()} ${url}`)
}

/**
 * A context created in a test is signed in like its page, unless it says otherwise; a sign-in there ends that session.
 */
export const NOBODY = { cookies: [], origins: [] }

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type Visitor = { page: Page; context: BrowserContext }

/** In the French run it translates the English text of the tests. */
export const expect = expectFrench(baseExpect)

/** Problems that no test expects: a crash in the page, or a violation of the content security policy. */
function watch(page: Page, found: string[]) {
  page.on('pageerror', (error) => found.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy|hydrat/i.test(message.text())) found.push(`${page.url()}: ${message.text()}`)
  })
}

/**
 * Playwright's test, with people:
 * - `test.use({ role: 'analyst' })` signs `page` in; without it, nobody is signed in
 * - `await visitor('reviewer')` opens a second browser for another person
 * A silent error in a page fails the test.
 */
export const test = base.extend<
  { role: Role | undefined; troubles: string[]; visitor: (role: Role) => Promise<Visitor> },
  { sessions: Map<Role, State> }
>({
  role: [undefined, { option: true }],
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],
  troubles: async ({}, use) => {
    const found: string[] = []
    await use(found)
    expect(found, 'problems in the pages').toEqual([])
  },
  storageState: async ({ role, sessions, playwright }, use) => {
    await use(role && (await sessionOf(role, sessions, playwright.request)))
  },
  page: async ({ page, troubles }, use, { project }) => {
    if (project.name === 'french') teachFrench(page)
    watch(page, troubles)
    await use(page)
  },
  visitor: async ({ browser, sessions, playwright, troubles }, use, { project }) => {
    const open: BrowserContext[] = []
    await use(async (role) => {
      const storageState = await sessionOf(role, sessions, playwright.request)
      const context = await browser.newContext({ baseURL: ORIGIN, storageState })
      open.push(context)
      const page = await context.newPage()
      if (project.name === 'french') teachFrench(page)
      watch(page, troubles)
      return { page, context }
    })
    for (const context of open) await context.close()
  },
})

type Requests = { newContext(options: { baseURL: string; storageState: State }): Promise<APIRequestContext> }

/** One sign-in per person and run, reused while the session is active: a test may have signed out. */
async function sessionOf(role: Role, sessions: Map<Role, State>, requests: Requests): Promise<State> {
  const known = sessions.get(role)
  const context = await requests.newContext({ baseURL: ORIGIN, storageState: known ?? NOBODY })
  const alive = known && (await (await context.get('/api/auth/session')).json())?.user
  if (!alive) await signIn(context, role)
  const state = await context.storageState()
  sessions.set(role, state)
  await context.dispose()
  return state
}

/** The processes behind the pages, as scripts/test.mjs records them. */
function processes(): { name: string; pid: number; starts: number }[] {
  const record = process.env.OFFICE_PROCESSES
  if (!record) throw new Error('Only `npm test` knows the processes: OFFICE_PROCESSES is not set')
  return JSON.parse(readFileSync(record, 'utf8')).processes
}

/** Kills a process with -9 and waits until the supervisor has restarted it. */
export async function killHard(name: 'web' | 'worker 1' | 'service'): Promise<void> {
  const before = processes().find((one) => one.name === name)
  if (!before) throw new Error(`${name} is not running`)
  process.kill(before.pid, 'SIGKILL')
  const again = () => processes().some((one) => one.name === name && one.starts > before.starts)
  await expect.poll(again, { message: `${name} runs again`, timeout: 15_000 }).toBe(true)
}
