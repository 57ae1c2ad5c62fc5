import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { tamperedPacks } from '../lib/exports/testing/tamper'
import { withDatabase } from './support/database'
import { ORIGIN } from './support/http'
import { expect, test } from './support/office'
import { openOfflineVerifier } from './support/verifier'

const downloadBytes = async (request: APIRequestContext, url: string) => {
  const answer = await request.get(url)
  expect(answer.status(), url).toBe(200)
  return new Uint8Array(await answer.body())
}

/** Finds a completed upload with a stored file. */
async function findFinishedUpload(page: Page): Promise<string> {
  const { items } = await (await page.request.get('/api/uploads')).json()
  // the uploads with a lost response (support/lost-batch.ts) never had a file
  const done = items.find(
    ({ status, fileName }: Record<string, string>) =>
      status === 'completed' && !fileName?.startsWith('lost-'),
  )
  expect(done, 'a finished upload').toBeTruthy()
  return done.id
}

test.describe('an evidence pack', () => {
  test.use({ role: 'reviewer' })

  test('is verified by an offline page, which names what was altered', async ({ page, context }, info) => {
    const id = await findFinishedUpload(page)
    await page.goto(`/bulk/${id}`)
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Evidence pack' }).click()
    expect((await saved).suggestedFilename()).toMatch(/-evidence\.zip$/)
    const pack = await downloadBytes(page.request, `/api/uploads/${id}/evidence/pack`)
    const { fingerprint } = await (await page.request.get('/api/evidence/key')).json()

    const offline = await openOfflineVerifier(context, pack, info)
    const verdict = offline.getByRole('status')
    await expect(offline.locator('#expected')).toHaveText(fingerprint.replace(/(.{4})(?=.)/g, '$1 '))

    const choosePack = (bytes: Uint8Array) =>
      offline
        .getByLabel('Evidence pack (ZIP)')
        .setInputFiles({ name: 'pack.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) })
    await choosePack(pack)
    await expect(verdict.getByRole('heading')).toHaveText(/^SIMULATED: created by a demo installation/)
    await expect(verdict).toContainText('Genuine: nothing was changed.')
    await expect(verdict).toContainText(id)

    // an unpacked folder in which a file manager has left a file of its own
    const folder = info.outputPath('unpacked')
    for (const [name, bytes] of Object.entries({ ...unzipSync(pack), '.DS_Store': new Uint8Array([1]) })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), bytes)
    }
    await offline.locator('#folder').setInputFiles(folder)
    await expect(verdict).toContainText('Genuine: nothing was changed.')

    for (const { change, pack: altered, path: named, kind } of tamperedPacks(pack)) {
      await choosePack(altered)
      await expect(verdict, change).toContainText('Not genuine.')
      await expect(verdict, change).toContainText(named)
      await expect(verdict, change).toContainText(PROBLEM_TEXTS[kind] ?? kind)
    }
    await context.setOffline(false)

    await offline.goto('/verify.html')
    const notice = offline.getByText('This page doesn’t know whose key signs a pack.')
    await expect(notice).toBeVisible()
    await choosePack(pack)
    await expect(verdict).toContainText('Check whose key signed it.')
    await expect(verdict).toContainText(fingerprint.replace(/(.{4})(?=.)/g, '$1 '))
    const above = (await notice.boundingBox())?.y ?? Number.NaN
    expect(above).toBeLessThan((await verdict.boundingBox())?.y ?? Number.NaN)
  })
})

const PROBLEM_TEXTS: Record<string, string> = {
  file_changed: 'was changed',
  file_missing: 'is missing',
  file_added: 'was added',
  signature_missing: 'isn’t signed',
  signature_wrong: 'isn’t what was signed',
  key_foreign: 'another key',
}

test.describe('the evidence of a check', () => {
  test.use({ role: 'analyst' })

  test('is a PDF by a single key', async ({ page }) => {
    const found = await page.request.post('/api/verifications/search', {
      headers: { origin: ORIGIN },
      data: { environment: 'live' },
    })
    const { items } = await found.json()
    const answered = items.find((item: { outcome: string }) => item.outcome !== 'waiting')
    await page.goto(`/history/${answered.id}`)
    // shortcuts work after hydration, a button before
    const button = page.getByRole('button', { name: 'Evidence PDF' })
    await Promise.all([page.waitForEvent('download'), button.click()])
    const saved = page.waitForEvent('download')
    await page.keyboard.press('p')
    expect((await saved).suggestedFilename()).toMatch(/^check-[0-9a-f]{8}\.pdf$/)
    const pdf = await downloadBytes(page.request, `/api/verifications/${answered.id}/evidence`)
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  })
})

test.describe('evidence of a record whose exports are masked because of its age', () => {
  test.use({ role: 'reviewer' })
  const PERIODS = { resultMonths: 13, originalDays: 30, maskMonths: 3, recordYears: 5 }
  const KEY = 'retention.periods'
  const shiftAge = (table: 'uploads' | 'verifications', id: string, change: '+' | '-') =>
    withDatabase((client) =>
      client.query(
        `update ${table} set created_at = created_at ${change} interval '4 months' where id = $1`,
        [id],
      ),
    )

  test('is not available, and the pages explain that instead of offering it', async ({ page }) => {
    const id = await findFinishedUpload(page)
    const [check] = await withDatabase(
      async (client) =>
        (
          await client.query<{ id: string }>(
            `select id from verifications where upload_id = $1 and status = 'completed' limit 1`,
            [id],
          )
        ).rows,
    )
    const before = await withDatabase(
      async (client) => (await client.query('select value from settings where key = $1', [KEY])).rows,
    )
    const set = (value: unknown) =>
      withDatabase((client) =>
        client.query(
          'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2',
          [KEY, JSON.stringify(value)],
        ),
      )
    await shiftAge('uploads', id, '-')
    await shiftAge('verifications', check?.id ?? '', '-')
    await set(PERIODS)
    try {
      for (const path of [
        `uploads/${id}/evidence`,
        `uploads/${id}/evidence/pack`,
        `uploads/${id}/export?format=original`,
      ])
        expect((await page.request.get(`/api/${path}`)).status(), path).toBe(409)
      await page.goto(`/bulk/${id}`)
      await page.getByRole('button', { name: 'Export' }).click()
      await expect(page.getByRole('menuitem', { name: 'No evidence: exports this old hide' })).toBeVisible()
      await expect(
        page.getByRole('menuitem', { name: 'No original file: exports this old hide' }),
      ).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Evidence pack' })).toHaveCount(0)
      await page.goto(`/history/${check?.id}`)
      await expect(page.getByText('No evidence file: exports of checks this old hide')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Evidence PDF' })).toHaveCount(0)
    } finally {
      await set(before[0]?.value ?? { ...PERIODS, maskMonths: null })
      await shiftAge('uploads', id, '+')
      await shiftAge('verifications', check?.id ?? '', '+')
    }
  })
})
