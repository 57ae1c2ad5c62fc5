import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { ORIGIN } from './support/http'
import { expect, test } from './support/office'

const IBAN = 'DE89370400440532013000'

/** Creates a simulated check of a payee that no other test uses. */
async function createCheck(request: APIRequestContext, name: string): Promise<string> {
  const answer = await request.post('/api/verifications', {
    headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
    data: { iban: IBAN, name, environment: 'sandbox', sandboxResult: 'no_match', note: `about ${name}` },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()).id
}

async function searchPerson(page: Page, name: string) {
  const part = page.getByRole('region', { name: 'Erase a person’s data' })
  await part.getByRole('radio', { name: 'Name' }).click()
  await part.getByLabel('The person’s full name').fill(name)
  await part.getByRole('button', { name: 'Search' }).click()
  return part
}

/** Writes the state of a completed erasure after the restore of an older backup: without its name, and not applied. */
const restoreOlderBackup = (id: string): Promise<unknown> =>
  withDatabase(async (client) => {
    await client.query('begin')
    await client.query(`select set_config('accord.retention', 'on', true)`)
    await client.query('update erasures set applied_at = null where id = $1', [id])
    const restore = { madeAt: '2026-11-01T02:00:00Z', restoredAt: '2026-11-02T09:30:00Z' }
    await client.query(`insert into settings (key, value) values ('retention.restore', $1)`, [
      JSON.stringify(restore),
    ])
    await client.query('commit')
  })

test.describe('retention', () => {
  test.use({ role: 'admin' })

  test('shows what shorter periods delete before they are saved, and asks for that number', async ({
    page,
  }) => {
    await page.goto('/history')
    await expect(page.locator('body[data-alive]')).toBeVisible()
    await page.getByRole('link', { name: 'Retention' }).click()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const keep = page.getByRole('combobox', { name: 'Keep check results' })
    await expect(page.getByRole('region', { name: 'Effect' })).toContainText('Tonight at 02:00 this deletes')
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('row', { name: 'Audit entries' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Keep records for' }).selectOption('10 years')
    await keep.selectOption('25 months')
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    for (const go of [
      () => page.getByRole('link', { name: 'Audit log' }).click(),
      () => page.evaluate(() => history.back()),
    ]) {
      await go()
      await leave.getByRole('button', { name: 'Cancel' }).click()
      await expect(leave).toHaveCount(0)
    }
    await expect(keep).toHaveValue('25')
    await save.click()
    await expect(page.getByText('Saved').first()).toBeVisible()
    await keep.selectOption('13 months')
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await save.click()
    const dialog = page.getByRole('dialog', { name: 'Shorten retention?' })
    await expect(dialog).toContainText('0 records (requests, credit lines, audit entries)')
    const go = dialog.getByRole('button', { name: 'Save and delete tonight' })
    await expect(go).toHaveAttribute('aria-disabled', 'true')
    const countField = dialog.getByRole('textbox')
    const label = await countField.evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent ?? '')
    await countField.fill(/\d+/.exec(label)?.[0] ?? '')
    await go.click()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(keep).toHaveValue('13')
    await expect(page.getByRole('combobox', { name: 'Keep records for' })).toHaveValue('10')
  })

  test('erases a person when a second person confirms, and shows what is left', async ({ page, visitor }) => {
    const name = `Erasmus Vanish ${randomUUID().slice(0, 8)}`
    const analyst = await visitor('analyst')
    const id = await createCheck(analyst.page.request, name)

    await page.goto('/admin/retention')
    const found = await searchPerson(page, name)
    await expect(found).toContainText('Checks')
    // the result is cleared with the subject, so that no other one is requested
    await found.getByRole('textbox', { name: 'Name' }).fill(`${name} Junior`)
    await expect(found.getByRole('button', { name: 'Request erasure' })).toHaveCount(0)
    await searchPerson(page, name)
    await found.getByLabel('Reason for the erasure').fill('Letter 77')
    await found.getByRole('button', { name: 'Request erasure' }).click()
    const mine = page.getByRole('list', { name: 'Erasure requests' }).getByRole('listitem').first()
    await expect(mine).toContainText('Someone else must approve this.')
    await expect(mine.getByRole('button', { name: 'Approve and erase' })).toHaveCount(0)
    expect(page.url()).not.toContain('Vanish')

    const reviewer = await visitor('reviewer')
    await reviewer.page.goto('/')
    await reviewer.page.getByRole('link', { name: 'Open requests' }).click()
    const request = reviewer.page.getByRole('listitem').filter({ hasText: name })
    await request.getByRole('button', { name: 'Approve and erase' }).click()
    const sure = reviewer.page.getByRole('dialog', { name: 'Erase this person’s data?' })
    await sure.getByRole('button', { name: 'Approve and erase' }).click()
    await expect(sure).toHaveCount(0)
    await expect(reviewer.page.getByText(name)).toHaveCount(0)

    await analyst.page.goto(`/sandbox/history/${id}`)
    await expect(analyst.page.getByText('The retention rule deleted the IBAN')).toBeVisible()
    expect(await analyst.page.content()).not.toContain(name)
    const again = analyst.page.getByRole('button', { name: 'Check again' })
    await expect(again).toHaveCount(0)
  })

  test('keeps what a legal hold covers', { tag: '@long' }, async ({ page, visitor }) => {
    const name = `Hilda Stayput ${randomUUID().slice(0, 8)}`
    const analyst = await visitor('analyst')
    await createCheck(analyst.page.request, name)
    await page.goto('/admin/retention')
    await page.getByRole('button', { name: 'Add legal hold' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add legal hold' })
    await dialog.getByRole('radio', { name: 'Name' }).click()
    await dialog.getByLabel('Full name').fill(name)
    await dialog.getByRole('button', { name: 'Place hold' }).click()
    await expect(dialog.getByText('Give a reason (at least 3 characters).')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Case 9')
    await dialog.getByRole('button', { name: 'Place hold' }).click()
    await expect(dialog).toHaveCount(0)
    const found = await searchPerson(page, name)
    await expect(found.getByText('On legal hold').locator('..')).toContainText('1')
    const hold = page.getByRole('listitem').filter({ hasText: 'Case 9' }).first()
    await hold.getByRole('button', { name: 'Release hold' }).click()
    const sure = page.getByRole('dialog', { name: 'Release this hold?' })
    await expect(sure).toHaveAccessibleDescription(/^Data past its retention period is no longer kept\./)
    await sure.getByRole('button', { name: 'Release hold' }).click()
    await expect(sure).toHaveCount(0)
  })

  test('asks for the legal holds and for the name of an erasure after a restore', async ({
    page,
    visitor,
  }) => {
    const name = `Nadia Noteonly ${randomUUID().slice(0, 8)}`
    const post = (by: Page, path: string, data: object) =>
      by.request.post(`/api/admin/retention/erasures${path}`, {
        headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
        data,
      })
    const requested = await post(page, '', { subject: { kind: 'name', value: name }, reason: 'Letter 78' })
    const { id } = await requested.json()
    const reviewer = await visitor('reviewer')
    expect((await post(reviewer.page, `/${id}/confirm`, { agree: true })).status()).toBe(200)
    await restoreOlderBackup(id)

    await page.goto('/admin/retention')
    await expect(page.getByRole('region', { name: 'Effect' })).toContainText('Nothing is deleted until')
    await page.getByRole('button', { name: 'Confirm legal holds' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are the legal holds complete?' })
    await expect(dialog).toContainText('The backup was made on')
    await dialog.getByRole('button', { name: 'Legal holds are complete' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Confirm legal holds' })).toHaveCount(0)

    const mine = page.getByRole('list', { name: 'Erasure requests' }).getByRole('listitem').first()
    const again = mine.getByRole('button', { name: 'Erase again' })
    await mine.getByLabel('The person’s full name').fill(`${name} Junior`)
    await again.click()
    await expect(mine).toContainText('This request was about another name.')
    await mine.getByLabel('The person’s full name').fill(name)
    await again.click()
    await expect(again).toHaveCount(0)
  })
})
