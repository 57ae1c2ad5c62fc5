import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe for a page without frames: it opens no second page and reports only violations. */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

async function runAxe(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** @returns the violations of WCAG 2.2 AA and of best practice on a page, each with its first element */
export const findViolations = (page: Page): Promise<string[]> => runAxe(axe(page).withTags(TAGS))

/** The same with an open overlay: target sizes are checked only in it, because nobody can press what it covers. */
export async function findOverlayViolations(overlay: string, page: Page): Promise<string[]> {
  const all = await runAxe(axe(page).withTags(TAGS).disableRules('target-size'))
  return [...all, ...(await runAxe(axe(page).include(overlay).withRules('target-size')))]
}
