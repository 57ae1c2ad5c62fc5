import type { Page } from '@playwright/test'

/** Holds the requests to a URL back, as a slow network does. @returns a function that lets them go */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
