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
 * Signs in over next-auth's own endpoints: the csrf token, then the credentials. next-auth answers 200 for some
 * refusals too, and then says so in the address it answers.
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

/** A context made in a test is signed in like its page, unless it says otherwise; who signs in there ends that session. */
export const NOBODY = { cookies: [], origins: [] }

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type Visitor = { page: Page; context: BrowserContext }

/** In the French repeat it takes the English words of the journeys for the French ones on the screen. */
export const expect = expectFrench(baseExpect)

/** Problems that no journey expects: a crash in the page, or something the content security policy refused. */
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
 * Whatever goes wrong silently in a page fails the test.
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

/** One sign-in per person and run, used again while the session is alive: a journey may have signed out. */
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

/** What runs behind the pages, as scripts/test.mjs records it. */
function processes(): { name: string; pid: number; starts: number }[] {
  const record = process.env.OFFICE_PROCESSES
  if (!record) throw new Error('Only `npm test` knows the processes: OFFICE_PROCESSES is not set')
  return JSON.parse(readFileSync(record, 'utf8')).processes
}

/** Ends a process with -9, as a power cut would, and waits until the supervisor has started it again. */
export async function killHard(name: 'web' | 'worker 1' | 'service'): Promise<void> {
  const before = processes().find((one) => one.name === name)
  if (!before) throw new Error(`${name} is not running`)
  process.kill(before.pid, 'SIGKILL')
  const again = () => processes().some((one) => one.name === name && one.starts > before.starts)
  await expect.poll(again, { message: `${name} runs again`, timeout: 15_000 }).toBe(true)
}
