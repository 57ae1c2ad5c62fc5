import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe for one page without frames: it opens no second page, and lists nothing but violations. */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

async function findViolations(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** @returns the violations of WCAG 2.2 AA and of good practice on a page, each with the first element that has it */
export const violations = (page: Page): Promise<string[]> => findViolations(axe(page).withTags(TAGS))

/** The same under an open layer: target sizes are checked only in it, because what it covers cannot be pressed. */
export async function violationsUnder(layer: string, page: Page): Promise<string[]> {
  const all = await findViolations(axe(page).withTags(TAGS).disableRules('target-size'))
  return [...all, ...(await findViolations(axe(page).include(layer).withRules('target-size')))]
}
