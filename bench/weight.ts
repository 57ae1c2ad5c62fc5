// `npm run bench -- weight`: the transfer size of a first visit to every page: all scripts until the page is idle, the
// document and the styles, compared with an empty page of Next. Arguments filter the pages (`npm run bench -- weight
// check`).
import type { BrowserContext, Request } from '@playwright/test'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { browserOf, openDemo } from './pages/office'
import { addressOf, pageRoutes } from './pages/routes'
import { openEmpty } from './weight/empty'

/** The limit of a page's scripts, as a multiple of an empty page. */
const MOST = 1.5
/** A page is idle after so long without a request. */
const REST_MS = 1_000

type Weight = { script: number; document: number; stylesheet: number; scripts: number }

async function untilRest(asked: () => number) {
  for (let before = -1; before !== asked(); ) {
    before = asked()
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
  }
}

/** @returns undefined for a URL that only redirects */
async function weigh(context: BrowserContext, address: string): Promise<Weight | undefined> {
  const page = await context.newPage()
  try {
    const seen: Request[] = []
    page.on('requestfinished', (request) => seen.push(request))
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(address, { waitUntil: 'load' })
    await untilRest(() => seen.length)
    const { pathname } = new URL(page.url())
    if (pathname.startsWith('/signin') && address !== '/signin') throw new Error(`${address}: not signed in`)
    if (!page.url().endsWith(address)) return undefined
    const weight: Weight = { script: 0, document: 0, stylesheet: 0, scripts: 0 }
    // each URL once, because a preload and its use are one transfer
    for (const request of new Map(seen.map((each) => [each.url(), each])).values()) {
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

function print(pattern: string, weight: Weight | undefined, most = Number.POSITIVE_INFINITY) {
  if (!weight) return console.log(`${pattern.padEnd(26)} leads elsewhere`)
  const { script, document, stylesheet, scripts } = weight
  console.log(
    `${pattern.padEnd(26)}${cell(script)}${cell(document)}${cell(stylesheet)}${String(scripts).padStart(9)}` +
      (script > most ? '  NOT MET' : ''),
  )
}

await runWithCleanup(async (lifecycle: Parameters<Parameters<typeof runWithCleanup>[0]>[0]) => {
  const routes = pageRoutes(process.argv.slice(2))
  const { base, close } = await openDemo(lifecycle)
  const nobody = await browserOf('nobody', base)
  const empty = await weigh(nobody, await openEmpty(lifecycle))
  await nobody.close()
  if (!empty) throw new Error('the empty page cannot be weighed')
  const most = MOST * empty.script
  let heaviest = 0
  console.log(`${'kB, gzip'.padEnd(26)}   script document   styles  scripts`)
  print('an empty page', empty)
  try {
    for (const person of new Set(routes.map((route) => route.person))) {
      const context = await browserOf(person, base)
      for (const route of routes.filter((each) => each.person === person)) {
        const weight = await weigh(context, await addressOf(route.pattern, context.request, base))
        print(route.pattern, weight, most)
        heaviest = Math.max(heaviest, weight?.script ?? 0)
      }
      await context.close()
    }
  } finally {
    await close()
  }
  const met = heaviest <= most
  const times = (heaviest / empty.script).toFixed(2)
  console.log(
    `heaviest: ${times} times the scripts of an empty page (at most ${MOST}) ${met ? 'met' : 'NOT MET'}`,
  )
  return met ? 0 : 1
})
