import { expect, type Page } from '@playwright/test'

/** On the page of an upload: has all of it checked again, in case another test had some of its rows matched. */
export async function checkAnew(page: Page): Promise<void> {
  const read = async () => (await page.request.get(`/api/uploads/${page.url().slice(-36)}`)).json()
  await expect.poll(async () => (await read()).status).not.toBe('comparing')
  if ((await read()).pauseReason !== 'known') return
  await page.getByRole('button', { name: 'Check all rows again' }).click()
  await expect(page.getByRole('button', { name: 'Check all rows again' })).toBeHidden()
}
