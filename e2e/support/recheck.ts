import { expect, type Page } from '@playwright/test'

/** On the page of an upload, checks all rows again if earlier answers are offered: those of another test, perhaps. */
export async function recheckAllRows(page: Page): Promise<void> {
  const readUpload = async () => (await page.request.get(`/api/uploads/${page.url().slice(-36)}`)).json()
  await expect.poll(async () => (await readUpload()).status).not.toBe('comparing')
  if ((await readUpload()).pauseReason !== 'known') return
  await page.getByRole('button', { name: 'Check all rows again' }).click()
  await expect(page.getByRole('button', { name: 'Check all rows again' })).toBeHidden()
}
