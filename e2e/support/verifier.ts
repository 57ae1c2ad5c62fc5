import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page, TestInfo } from '@playwright/test'
import { unzipSync } from 'fflate'

/** Takes a browser offline and opens the verification page that is in an evidence pack. */
export async function openOfflineVerifier(
  context: BrowserContext,
  pack: Uint8Array,
  info: TestInfo,
): Promise<Page> {
  mkdirSync(info.outputPath(), { recursive: true })
  const file = info.outputPath('verify.html')
  writeFileSync(file, unzipSync(pack)['verify.html'] as Uint8Array)
  const page = await context.newPage()
  await context.setOffline(true)
  await page.goto(pathToFileURL(file).href)
  return page
}
