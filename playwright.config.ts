import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions } from './scripts/testing/browser.mjs'

const { executablePath, env } = await chromiumOptions()

/** Tests without text for people, or about the language itself. */
const WITHOUT_WORDS = /\/(access|api|canary|hostile|language)\.spec\.ts$/

// Started by scripts/test.mjs, which runs complete offices (web, worker, service, PostgreSQL) on free ports, one for
// each Playwright worker. A worker loads this file again, and gets the settings of its office before it loads a test.
const offices: Record<string, string>[] = JSON.parse(process.env.OFFICES ?? '[]')
Object.assign(process.env, offices[Number(process.env.TEST_PARALLEL_INDEX ?? 0)])

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: offices.length || 1,
  fullyParallel: false, // the tests of a file share its office and run in sequence
  retries: process.env.CI ? 1 : 0, // these tests depend on the machine's speed; the run names those that needed a retry
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:3000',
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 30_000, // a missing element fails by its name, not by the timeout of the whole test
    // a trace of every test costs a tenth of the time; `npm test -- browser NAME --trace=on` makes one
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    video: 'off', // would need a download
    launchOptions: { executablePath, args: ['--no-sandbox'], env: { ...process.env, ...env } },
  },
  projects: [
    { name: 'english', grepInvert: process.env.LONG ? undefined : /@long/ },
    ...(process.env.LONG ? [{ name: 'french', use: { locale: 'fr-FR' }, testIgnore: WITHOUT_WORDS }] : []),
  ],
})
