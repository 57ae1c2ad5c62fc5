// `npm run bench -- weight`: the transfer size of a first visit to every page: all scripts until the page is idle, the
// document and the styles, compared with an empty page of Next. Arguments filter the pages (`npm run bench -- weight
// check`).
import type { BrowserContext, Request } from '@playwright/test'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { browserOf, openDemoPages } from './pages/office'
import { addressOf, pageRoutes } from './pages/routes'
import { printFigure } from './report/report'
import { openEmpty } from './weight/empty'

/** The limit of a page's scripts, as a multiple of an empty page. */
const MAX_RATIO = 1.5
/** A page is idle after this long without a request. */
const IDLE_MS = 1_000

type Weight = { script: number; document: number; stylesheet: number; scripts: number }

async function waitUntilIdle(countRequests: () => number) {
  for (let before = -1; before !== countRequests(); ) {
    before = countRequests()
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  }
}

/** @returns undefined for a URL that redirects */
async function measureWeight(context: BrowserContext, address: string): Promise<Weight | undefined> {
  const page = await context.newPage()
  try {
    const requests: Request[] = []
    page.on('requestfinished', (request) => requests.push(request))
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(address, { waitUntil: 'load' })
    await waitUntilIdle(() => requests.length)
    const { pathname } = new URL(page.url())
    if (pathname.startsWith('/signin') && address !== '/signin') throw new Error(`${address}: not signed in`)
    if (!page.url().endsWith(address)) return undefined
    const weight: Weight = { script: 0, document: 0, stylesheet: 0, scripts: 0 }
    // each URL once, because a preload and its use are one transfer
    for (const request of new Map(requests.map((each) => [each.url(), each])).values()) {
      const kind = request.resourceType()
      if (kind !== 'script' && kind !== 'document' && kind !== 'stylesheet') continue
      weight[kind] += (await request.sizes()).responseBodySize / 1_000
      if (kind === 'script') weight.scripts += 1
    }
    return weight
  } finally {
    await page.close()
  }
}

const cell = (value: number) => value.toFixed(1).padStart(9)

function print(pattern: string, weight: Weight | undefined, maxScript = Number.POSITIVE_INFINITY) {
  if (!weight) return console.log(`${pattern.padEnd(26)} redirects`)
  const { script, document, stylesheet, scripts } = weight
  console.log(
    `${pattern.padEnd(26)}${cell(script)}${cell(document)}${cell(stylesheet)}${String(scripts).padStart(9)}` +
      (script > maxScript ? '  NOT MET' : ''),
  )
}

await runWithCleanup(async (lifecycle) => {
  const routes = pageRoutes(process.argv.slice(2))
  const { base, close } = await openDemoPages(lifecycle)
  const anonymous = await browserOf('nobody', base)
  const empty = await measureWeight(anonymous, await openEmpty(lifecycle))
  await anonymous.close()
  if (!empty) throw new Error('the empty page redirects')
  const maxScript = MAX_RATIO * empty.script
  let heaviest = 0
  console.log(`${'kB, gzip'.padEnd(26)}   script document   styles  scripts`)
  print('an empty page', empty)
  try {
    for (const person of new Set(routes.map((route) => route.person))) {
      const context = await browserOf(person, base)
      for (const route of routes.filter((each) => each.person === person)) {
        const weight = await measureWeight(context, await addressOf(route.pattern, context.request, base))
        print(route.pattern, weight, maxScript)
        heaviest = Math.max(heaviest, weight?.script ?? 0)
      }
      await context.close()
    }
  } finally {
    await close()
  }
  const ratio = heaviest / empty.script
  return printFigure('scripts of the heaviest / an empty page', ratio, { max: MAX_RATIO }) ? 0 : 1
})
