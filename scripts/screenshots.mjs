// `npm run screenshots`: takes screenshots of a demo office for the README, in both themes, into docs/screenshots.
import path from 'node:path'
import { DEMO_PASSWORD } from '../lib/auth/demo-password.mjs'
import { buildForTest, generate, install } from './prepare/install.mjs'
import { enterProject, log, root } from './prepare/project.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'

const OUTPUT = path.join(root, 'docs/screenshots')
const CORPUS = path.join(root, 'lib/tables/testing/corpus')
const SIZE = { width: 1440, height: 900 }
/** Slow enough to show progress: a file of 2,000 rows takes about half a minute. */
const LATENCY_MS = '3000'

async function signIn(browser, baseURL, role) {
  const context = await browser.newContext({
    baseURL,
    viewport: SIZE,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json()
  const form = { csrfToken, email: `${role}@accord.test`, password: DEMO_PASSWORD, json: 'true' }
  await context.request.post('/api/auth/callback/credentials', { headers: { origin: baseURL }, form })
  return context.newPage()
}

async function takeScreenshots(page, name) {
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    const file = path.join(OUTPUT, `${name}-${theme}.png`)
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    log(path.relative(root, file))
  }
}

/** The newest close match in the history. */
async function closeMatch(page, text, review) {
  const headers = { origin: new URL(page.url()).origin }
  const data = { filters: { outcome: ['close_match'], review }, text }
  const answer = await page.request.post('/api/verifications/search', { headers, data })
  return (await answer.json()).items[0]
}

async function check(page) {
  const { id } = await closeMatch(page, 'Hartmann', [])
  await page.goto(`/check/${id}`)
  await page.getByRole('article').waitFor()
  await takeScreenshots(page, 'check')
}

async function wizard(page) {
  await page.goto('/bulk/new')
  await page.getByLabel('Choose file').setInputFiles(path.join(CORPUS, '01_fr_fournisseurs.csv'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Match columns' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fix rows' }).waitFor()
  await page
    .getByRole('textbox', { name: /^IBAN, row/ })
    .first()
    .waitFor()
  await takeScreenshots(page, 'wizard')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard upload' }).click()
}

async function bulk(page) {
  await page.goto('/bulk/new')
  await page.getByLabel('Choose file').setInputFiles(path.join(CORPUS, '24_rows_2000.csv'))
  for (const heading of ['Match columns', 'Fix rows', 'Send for checking']) {
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  await page.getByRole('button', { name: 'Send 2,000 rows' }).click()
  await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/)
  const [id] = page.url().split('/').slice(-1)
  for (;;) {
    const { total, counts } = await (await page.request.get(`/api/uploads/${id}`)).json()
    if (counts.waiting < total * 0.5) break
    await page.waitForTimeout(500)
  }
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await takeScreenshots(page, 'bulk')
}

async function review(page) {
  const { id } = await closeMatch(page, 'Brouwerij Linde', ['todo'])
  const { review: item } = await (await page.request.get(`/api/verifications/${id}`)).json()
  await page.goto(`/review/${item.id}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await takeScreenshots(page, 'review')
}

/** The payment run of the demo office in which lines are held. */
async function payment(page) {
  const { items } = await (await page.request.get('/api/payments')).json()
  const run = items.find(({ gates }) => gates.held.lines > 0 && gates.clear.lines > 0)
  await page.goto(`/payments/${run.id}`)
  await page.getByRole('table').getByRole('row').nth(5).waitFor()
  await takeScreenshots(page, 'payment')
}

async function history(page) {
  await page.goto('/history')
  await page.getByRole('table').getByRole('row').nth(10).waitFor()
  await takeScreenshots(page, 'history')
}

const ADMIN = [
  'connections',
  'review-rules',
  'users',
  'audit',
  'usage',
  'limits',
  'payment-policy',
  'bank-profiles',
  'participants',
  'retention',
  'keys',
  'webhooks',
  'jobs',
]
/** Every part of an admin page has arrived by then. */
const SETTLE_MS = 1_500

/** For the guide: one theme is enough. */
async function admin(page) {
  await page.emulateMedia({ colorScheme: 'light' })
  for (const name of ADMIN) {
    await page.goto(`/admin/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(SETTLE_MS)
    const file = path.join(OUTPUT, `admin-${name}.png`)
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    log(path.relative(root, file))
  }
}

/** The file of 2,000 rows comes last, because it would fill the history and the queue. */
const SCENES = [
  ['reviewer', [review, payment, history]],
  ['admin', [admin]],
  ['analyst', [check, wizard, bulk]],
]

enterProject()
await runWithCleanup(async (lifecycle) => {
  await install()
  await generate()
  // the packages are installed only now
  const { startTestOffice } = await import('./testing/office.mjs')
  const { chromiumOptions } = await import('./testing/browser.mjs')
  const { chromium } = await import('@playwright/test')
  const office = await startTestOffice(lifecycle, {
    buildDir: await buildForTest(),
    overrides: { SERVICE_LATENCY_MS: LATENCY_MS },
  })
  const { executablePath, env } = await chromiumOptions()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
    env: { ...process.env, ...env },
  })
  try {
    for (const [role, scenes] of SCENES) {
      const page = await signIn(browser, office.env.BASE_URL, role)
      await page.goto('/')
      for (const scene of scenes) await scene(page)
      await page.context().close()
    }
  } finally {
    await browser.close()
    await office.close()
  }
  return 0
})
