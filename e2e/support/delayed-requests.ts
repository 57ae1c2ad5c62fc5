import type { Page } from '@playwright/test'

/** Delays the requests to a URL, as a slow network does. @returns a function that lets them continue */
export async function delayRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
