import type { Browser, Page } from '@playwright/test'
import { createSecondReviewer, SECOND_REVIEWER } from './database'
import { expect, type Role, SIGNED_OUT, signIn } from './office'

/** Waits until the item is claimed, two seconds after it is shown. By then the page is hydrated, so shortcuts work. */
export const expectClaimed = (page: Page): Promise<void> =>
  expect(
    page.getByRole('complementary', { name: 'Decision' }).getByText('Claimed by you', { exact: true }),
  ).toBeVisible()

/** Opens another browser, signed in as a second reviewer. */
export async function openSecondReviewer(browser: Browser): Promise<Page> {
  await createSecondReviewer()
  const context = await browser.newContext({ baseURL: process.env.BASE_URL, storageState: SIGNED_OUT })
  await signIn(context.request, SECOND_REVIEWER.email.split('@')[0] as Role)
  return context.newPage()
}
