import { defineConfig, devices } from '@playwright/test'
import { browser } from './scripts/testing/browser.mjs'

const { executablePath, env } = await browser()

/** What says nothing to a person, or is about the language itself. */
const WITHOUT_WORDS = /\/(access|api|canary|hostile|language)\.spec\.ts$/

// Started by scripts/test.mjs, which runs whole offices (web, worker, service, PostgreSQL) on free ports, one for each
// worker: a worker loads this file again, and has the settings of its office before it loads a test.
const offices: Record<string, string>[] = JSON.parse(process.env.OFFICES ?? '[]')
Object.assign(process.env, offices[Number(process.env.TEST_PARALLEL_INDEX ?? 0)])

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: offices.length || 1,
  fullyParallel: false, // the tests of a file share its office, one after the other
  retries: process.env.CI ? 1 : 0, // journeys depend on a machine's pace; the run names those that needed a second try
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:3000',
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 30_000, // what is not there fails by its name, not by the time of the whole test
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    video: 'off', // would need a download
    launchOptions: { executablePath, args: ['--no-sandbox'], env: { ...process.env, ...env } },
  },
  projects: [
    { name: 'english', grepInvert: process.env.LONG ? undefined : /@long/ },
    {
      name: 'french', // the same journeys, in the long form all of them
      use: { locale: 'fr-FR' },
      testIgnore: WITHOUT_WORDS,
      grep: process.env.LONG ? undefined : /@french/,
    },
  ],
})
