import type { APIRequestContext, Page } from '@playwright/test'
import { accessTo, type PagePlace, PLACES, ROLES } from '@/lib/auth/roles'
import { findOverlayViolations, findViolations } from './axe'
import { ORIGIN } from './http'
import { expect, type Role } from './office'

export const WIDE = { width: 1440, height: 900 }
export const TABLET = { width: 820, height: 1180 }
export const SMALL = { width: 320, height: 740 }
/** A screen of 1440 px at 200 %. */
export const ZOOMED = { width: 720, height: 450 }

export const OVERLAY = '[role=dialog],[role=menu]'

/** No axe violations, and no horizontal scrolling. */
export async function expectAccessible(page: Page, where: string, inOverlay = false): Promise<void> {
  const found = inOverlay ? await findOverlayViolations(OVERLAY, page) : await findViolations(page)
  expect.soft(found, where).toEqual([])
  await expectNoOverflow(page, where)
}

/** No horizontal scrolling, no truncated text without an ellipsis, no overlapping cells. */
export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const root = document.documentElement
    const clipped = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const { overflowX, overflowY, textOverflow, visibility } = getComputedStyle(element)
      if (!/hidden|clip/.test(`${overflowX} ${overflowY}`)) return false
      if (element.clientWidth <= 1 || textOverflow === 'ellipsis' || visibility === 'hidden') return false
      if (!element.textContent?.trim()) return false
      return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
    })
    // an element beyond the edge of the screen must be in a scroll container
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const offScreen = [...document.querySelectorAll('a,button,input,select,h1,h2,p,td,th,dd')].filter(
      (element) =>
        element.getBoundingClientRect().right > root.clientWidth + 1 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[aria-hidden=true]') &&
        !scrolls(element),
    )
    const overflowing = [...document.querySelectorAll('td,th')].filter(
      (cell) =>
        cell.scrollWidth > cell.clientWidth + 1 &&
        getComputedStyle(cell).overflowX === 'visible' &&
        !cell.closest('.sr-only'),
    )
    const show = (elements: Element[]) => elements.map((element) => element.outerHTML.slice(0, 200))
    const overflow = Math.max(0, root.scrollWidth - root.clientWidth)
    return { overflow, clipped: show(clipped), offScreen: show(offScreen), overflowing: show(overflowing) }
  })
  expect.soft(found, where).toEqual({ overflow: 0, clipped: [], offScreen: [], overflowing: [] })
}

/** Makes every English text a third longer, as a translation would be. Names and IBANs stay. */
export const lengthenText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.documentElement.lang !== 'en') return
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text
      if (!/\p{L}{2}/u.test(data) || parentElement?.closest('script,style,kbd,[translate=no]')) continue
      walker.currentNode.textContent = data.trimEnd() + data.slice(0, Math.ceil(data.length * 0.35))
    }
  })

const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`
/** Runs a check with the text spacing that a reader may set (WCAG 1.4.12). */
export async function withTextSpacing(page: Page, check: () => Promise<void>): Promise<void> {
  await page.evaluate((style) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    document.adoptedStyleSheets = [sheet]
  }, TEXT_SPACING)
  await check()
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
}

/**
 * Who checks a page: the roles that have it in their menu, or else the first role that may open it. The short form
 * uses only the last of these roles, because analysts check the same pages in the sandbox.
 */
const checkersOf = (place: PagePlace): readonly (Role | 'stranger')[] => {
  const { opens, menu } = accessTo(place)
  if (opens === 'stranger') return [opens]
  const roles = ROLES.filter((role) => (menu ?? opens.slice(0, 1)).includes(role))
  return process.env.LONG ? roles : roles.slice(-1)
}
/** The records that a role checks in the short form. */
const RECORDS: Record<Role, string[]> = {
  analyst: ['/bulk/', '/check/'],
  reviewer: ['/review/'],
  admin: ['/history/'],
}
/** Paths that are not in PLACES: the other environment, an unknown page and a forbidden one. */
const EXTRA_PATHS: Partial<Record<Role | 'stranger', string[]>> = {
  analyst: [
    '/sandbox',
    '/sandbox/check',
    '/sandbox/bulk',
    '/sandbox/review',
    '/sandbox/history',
    '/nothing-here',
    '/admin/users',
  ],
}
// /account redirects to its first part
const PAGES = (Object.keys(PLACES) as PagePlace[]).filter((place) => place !== '/account')
export const VISITORS = ['stranger', ...ROLES] as const

type ListItem = { id: string; counts?: { close_match: number } }

/** The newest record of each kind that a person may read, and an upload whose rows have results. */
async function newestRecords(role: Role, request: APIRequestContext): Promise<string[]> {
  const newest = async (url: string, data?: object): Promise<string | undefined> => {
    const response = data
      ? await request.post(url, { data, headers: { origin: ORIGIN } })
      : await request.get(url)
    const { items }: { items: ListItem[] } = await response.json()
    const withResults = items.find(({ counts }) => counts && counts.close_match > 0)
    return (withResults ?? items[0])?.id
  }
  const check = await newest('/api/verifications/search', { environment: 'live' })
  const upload = await newest('/api/uploads')
  const review = role === 'admin' ? undefined : await newest('/api/reviews/search', { tab: 'todo' })
  return [
    check && `/history/${check}`,
    check && role === 'analyst' && `/check/${check}`,
    upload && `/bulk/${upload}`,
    review && `/review/${review}`,
  ]
    .filter((path) => typeof path === 'string')
    .filter((path) => process.env.LONG || RECORDS[role].some((kind) => path.startsWith(kind)))
}

/** Every page of a person, with one record of each kind. */
export async function pagesFor(who: Role | 'stranger', request: APIRequestContext): Promise<string[]> {
  const pages = [...PAGES.filter((place) => checkersOf(place).includes(who)), ...(EXTRA_PATHS[who] ?? [])]
  return who === 'stranger' ? pages : [...pages, ...(await newestRecords(who, request))]
}

/** Opens a page and waits for its scripts, heading, requests and fonts, because a fallback font has other widths. */
export async function openPage(page: Page, where: string): Promise<void> {
  await page.goto(where)
  await expect(page.locator('body[data-alive]')).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('main .skeleton')).toHaveCount(0)
}
