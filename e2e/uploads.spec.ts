import { randomInt } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { ibanOf, linesOf } from '../lib/uploads/testing/body'
import { findViolations } from './support/axe'
import { ORIGIN } from './support/http'
import { expect, killProcess, test } from './support/office'
import { recheckAllRows } from './support/recheck'
import { sendUpload, TIMEOUT_BANK } from './support/upload'

const corpusPath = (name: string) => path.join(import.meta.dirname, '../lib/tables/testing/corpus', name)

type Upload = {
  status: string
  total: number
  notSent: number
  fileRows: number
  verifications: number
  credits: number
  counts: Record<string, number>
  bulks: { size: number; upstreamId: string | null; attempt: { number: number } | null }[]
}

/** Sends rows through the wizard and opens the live page. @returns the id of the upload */
async function uploadFile(
  page: Page,
  name: string,
  rows: { kept: string; skipped: number },
): Promise<string> {
  await page.goto('/bulk/new')
  await page.getByLabel('Choose file').setInputFiles(corpusPath(name))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Match columns' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fix rows' })).toBeVisible()
  if (rows.skipped > 0) await page.getByRole('button', { name: `Skip ${rows.skipped} rows` }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: `Send ${rows.kept} rows` }).click()
  await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/)
  await recheckAllRows(page)
  return page.url().slice(-36)
}

const readUpload = async (page: Page, id: string): Promise<Upload> =>
  (await page.request.get(`/api/uploads/${id}`)).json()
const countAnswered = ({ counts, total }: Upload) => total - (counts.waiting ?? 0)

/** Polls until the upload is completed, and expects the counts to add up each time. */
async function waitUntilCompleted(page: Page, id: string): Promise<Upload> {
  await expect
    .poll(
      async () => {
        const upload = await readUpload(page, id)
        const sum = Object.values(upload.counts).reduce((a, b) => a + b, 0)
        expect(sum, 'the counts add up').toBe(upload.total)
        return upload.status
      },
      { timeout: 90_000, intervals: [500] },
    )
    .toBe('completed')
  return readUpload(page, id)
}

test.describe('a file', () => {
  test.use({ role: 'analyst' })
  test.setTimeout(180_000)

  test('of French suppliers is read, checked and completed row by row', async ({ page }) => {
    const id = await uploadFile(page, '01_fr_fournisseurs.csv', { kept: '116', skipped: 4 })
    await expect(page.getByRole('heading', { level: 1, name: '01_fr_fournisseurs' })).toBeVisible()
    const upload = await waitUntilCompleted(page, id)
    expect(upload).toMatchObject({ total: 116, notSent: 4, fileRows: 120, verifications: 111 })
    expect(upload.counts.unknown).toBe(0)
    await expect(page.getByRole('progressbar', { name: 'Bulk progress' })).toHaveAttribute(
      'aria-valuenow',
      '116',
    )
    await expect(page.getByRole('button', { name: /^Match/ }).first()).toContainText(
      String(upload.counts.match),
    )
  })

  test('of 2,000 rows is one batch, and closing the page changes nothing', {
    tag: '@long',
  }, async ({ page }) => {
    const id = await uploadFile(page, '24_rows_2000.csv', { kept: '2,000', skipped: 0 })
    await page.goto('/history')
    const upload = await waitUntilCompleted(page, id)
    expect(upload).toMatchObject({ total: 2000, notSent: 0, verifications: 2000, credits: 2000 })
    expect(upload.bulks.map(({ size }) => size)).toEqual([2000])
  })

  test('of 2,001 rows is two batches, each sent once although the worker is killed in the middle', {
    tag: '@long',
  }, async ({ page }) => {
    const id = await uploadFile(page, '25_rows_2001.csv', { kept: '2,001', skipped: 0 })
    // a kill between request and response would leave an unknown outcome, see attempts.spec.ts
    const countSentBulks = async () =>
      (await readUpload(page, id)).bulks.filter(({ upstreamId }) => upstreamId).length
    await expect.poll(countSentBulks, { timeout: 30_000, intervals: [50] }).toBe(2)
    await killProcess('worker 1')
    const upload = await waitUntilCompleted(page, id)
    expect(upload).toMatchObject({ total: 2001, verifications: 2001, credits: 2001 })
    expect(countAnswered(upload)).toBe(2001)
    expect(upload.bulks.map(({ size }) => size)).toEqual([2000, 1])
    expect(upload.bulks.map(({ attempt }) => attempt?.number)).toEqual([1, 1])
  })

  test('with timeouts is retried as a linked upload, after its credits were shown', {
    tag: '@long',
  }, async ({ page }) => {
    const banks = [TIMEOUT_BANK, undefined, TIMEOUT_BANK]
    const rows = banks.map((bank, n) => ({ iban: ibanOf(n, bank), name: `Karl Spät ${n}` }))
    const id = await sendUpload(page.request, rows)
    const before = await waitUntilCompleted(page, id)
    expect(before.counts.failed).toBe(2)

    await page.goto(`/bulk/${id}`)
    await page.getByRole('button', { name: 'Retry 2 timeouts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Retry 2 timeouts?' })
    await expect(dialog).toContainText('which uses 2 credits')
    await dialog.getByRole('button', { name: 'Use 2 credits' }).click()
    await expect(page.getByRole('link', { name: 'Retries rows of an earlier upload' })).toBeVisible()
    const run = page.url().slice(-36)
    expect(run).not.toBe(id)
    expect(await waitUntilCompleted(page, run)).toMatchObject({
      total: 2,
      fileRows: 2,
      counts: { failed: 2 },
    })

    await page.getByRole('link', { name: 'Retries rows of an earlier upload' }).click()
    await expect(page.getByRole('link', { name: 'Timeouts retried' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Retry/ })).toBeHidden()
    expect((await readUpload(page, id)).counts).toEqual(before.counts)
  })

  test('with recently matched rows waits for a choice, and shows the earlier checks it reused', {
    tag: '@long',
  }, async ({ page }) => {
    const start = randomInt(1_000_000, 900_000_000)
    const rows = Array.from({ length: 12 }, (_, n) => ({
      ...{ iban: ibanOf(start + n), name: `Nora Lindt ${n}` },
    }))
    const first = await waitUntilCompleted(page, await sendUpload(page.request, rows))
    const matches = first.counts.match ?? 0
    expect(matches).toBeGreaterThan(0)

    const id = await sendUpload(page.request, rows, { known: 'ask' })
    await page.goto(`/bulk/${id}`)
    await expect(page.getByText('Waiting for a choice', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Show these rows' }).click()
    const earlier = page.getByRole('link', { name: 'an earlier check' })
    await expect(earlier).toHaveCount(matches)
    // no row matches both filters, so the table is empty and sends no more requests
    let requests = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.includes('/rows')) requests += 1
    })
    const match = page.getByRole('button').filter({ has: page.getByText('Match', { exact: true }) })
    await match.click()
    await expect(earlier).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    expect(requests).toBeLessThan(4)
    await match.click()
    await expect(earlier).toHaveCount(matches)
    await page.getByRole('button', { name: 'Use earlier answers' }).click()
    await expect(page.getByText(/Earlier checks answered/)).toBeVisible()
    expect(await waitUntilCompleted(page, id)).toMatchObject({ total: 12 - matches, notSent: matches })
    await expect(page.getByRole('link', { name: 'an earlier check' })).toHaveCount(matches)
    await page.getByRole('link', { name: 'an earlier check' }).first().click()
    await page.waitForURL(/\/history\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Match', { exact: true }).first()).toBeVisible()
  })

  test('with a row that differs from the stored file stops before anything is sent, and names the row', async ({
    page,
  }) => {
    const [inFile, inUpload] = ['FR7630006000011234567890189', 'FR7630003036200002021690750']
    const rows = [{ iban: inFile, name: 'Ateliers Moreau SARL' }]
    const lines = linesOf(rows).map((line, n) => (n === 1 ? line.replace(inFile, inUpload) : line))
    const id = await sendUpload(page.request, rows, {}, lines)
    await page.goto(`/bulk/${id}`)
    await expect(page.getByText('The upload and its file differ.', { exact: true })).toBeVisible()
    await expect(page.getByText('Row 1: the IBAN isn’t the one in the file')).toBeVisible()
    expect(await readUpload(page, id)).toMatchObject({ status: 'stopped', total: 0, credits: 0 })
  })

  test('is returned with its own bytes and the results in added columns', async ({ page }) => {
    const { items } = await (await page.request.get('/api/uploads')).json()
    const { id } = items.find(({ fileName }: { fileName: string }) => fileName === '01_fr_fournisseurs.csv')
    const answer = await page.request.get(`/api/uploads/${id}/export?format=original`)
    expect(answer.headers()['content-disposition']).toContain('attachment')
    const original = await import('node:fs').then((fs) =>
      fs.readFileSync(corpusPath('01_fr_fournisseurs.csv')),
    )
    const before = original.toString('latin1').split('\r\n').filter(Boolean)
    const after = (await answer.body()).toString('latin1').split('\r\n').filter(Boolean)
    expect(after).toHaveLength(before.length)
    for (const [i, line] of before.entries()) expect(after[i]?.startsWith(line)).toBe(true)
    expect(after[0]).toContain('Result')
    expect(after[0]).toContain('IBAN as checked')
  })
})

test.describe('four eyes', () => {
  test.use({ role: 'analyst' })

  test('the reviewer approves a close match of a file; the analyst who sent it cannot', async ({
    page,
    visitor,
  }) => {
    const analystsQueue = await page.request.post('/api/reviews/search', {
      headers: { origin: ORIGIN },
      data: { tab: 'todo', results: ['close_match'] },
    })
    const { items } = await analystsQueue.json()
    const [item] = items as { id: string; name: string }[]
    if (!item) throw new Error('the files above leave close matches to review')

    await page.goto(`/review/${item.id}`)
    await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible()
    const approve = page
      .getByRole('complementary', { name: 'Decision' })
      .getByRole('button', { name: 'Approve' })
    await expect(page.getByRole('group', { name: 'Name comparison' })).toBeVisible()
    await expect(approve).toHaveCount(0)
    const detail = await (await page.request.get(`/api/reviews/${item.id}`)).json()
    const refused = await page.request.post(`/api/reviews/${item.id}/decision`, {
      headers: { origin: ORIGIN },
      data: { decision: 'approve', reason: 'spelling_or_accent', evidenceHash: detail.evidenceHash },
    })
    expect(refused.status()).toBe(403)
    expect(refused.headers()['content-type']).toContain('application/problem+json')

    const reviewer = await visitor('reviewer')
    await reviewer.page.goto(`/review/${item.id}`)
    await expect(reviewer.page.getByRole('heading', { level: 1, name: item.name })).toBeVisible()
    await expect(reviewer.page.getByRole('group', { name: 'Name comparison' })).toBeVisible()
    const approved = await reviewer.page.request.post(`/api/reviews/${item.id}/decision`, {
      headers: { origin: ORIGIN },
      data: { decision: 'approve', reason: 'spelling_or_accent', evidenceHash: detail.evidenceHash },
    })
    expect(approved.status()).toBe(200)
    const decided = await (await reviewer.page.request.get(`/api/reviews/${item.id}`)).json()
    expect(decided.state).toBe('approved')
    expect(decided.decisions).toHaveLength(1)
  })
})
