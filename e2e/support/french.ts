import type { Expect, Locator, Page } from '@playwright/test'
import { inFrench } from './words'

type Options = { exact?: boolean; name?: string | RegExp; hasText?: string | RegExp }
type Find = (this: unknown, words: never, options?: Options) => Locator
const loose = (words: string | RegExp, exact = false) => inFrench(words, exact, exact ? '' : 'i')
const translated = <Given extends Options | undefined>(options: Given): Given =>
  options?.hasText ? { ...options, hasText: loose(options.hasText) } : options

let taught = false
/** The tests use the English text of the screen. From now on every locator in this process translates it to French. */
export function teachFrench(page: Page): void {
  if (taught) return
  taught = true
  const holders = [Object.getPrototypeOf(page.mainFrame()), Object.getPrototypeOf(page.locator('html'))]
  for (const holder of holders) {
    for (const name of ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle']) {
      const find: Find = holder[name]
      holder[name] = function (words: string | RegExp, options?: Options) {
        return find.call(this, loose(words, options?.exact) as never, options)
      }
    }
    const bySelector: Find = holder.locator
    holder.locator = function (selector: string, options?: Options) {
      return bySelector.call(this, selector as never, translated(options))
    }
    const byRole: Find = holder.getByRole
    holder.getByRole = function (role: string, options?: Options) {
      const name = options?.name && loose(options.name, options.exact)
      return byRole.call(this, role as never, name ? { ...options, name } : options)
    }
  }
  const [, locator] = holders
  const { filter, selectOption } = locator
  locator.filter = function (options: Options) {
    return filter.call(this, translated(options))
  }
  locator.selectOption = async function (this: Locator, option: unknown, ...rest: unknown[]) {
    await this.waitFor()
    const labels = await this.locator('option').allTextContents()
    const given = typeof option === 'string' ? option : (option as { label?: string } | null)?.label
    const wanted = given && inFrench(given, true, '')
    const label = wanted instanceof RegExp && labels.find((each) => wanted.test(each))
    return selectOption.call(this, label ? { label } : option, ...rest)
  }
}

type Words = string | RegExp | readonly (string | RegExp)[]
const MATCHERS = { toHaveText: true, toContainText: false, toHaveAccessibleDescription: true } as const

/** Assertions about text, translated to French. */
export function expectFrench<Base extends Expect>(expect: Base): Base {
  const matcher = (name: keyof typeof MATCHERS) =>
    async function (this: { isNot: boolean }, where: Locator, words: Words, options?: object) {
      const one = (each: string | RegExp) =>
        taught ? inFrench(each, MATCHERS[name] && typeof each === 'string', '') : each
      const wanted = Array.isArray(words) ? words.map(one) : one(words as string)
      const look = this.isNot ? expect(where).not : expect(where)
      await look[name](wanted as string, options)
      return { pass: !this.isNot, message: () => '' }
    }
  const names = Object.keys(MATCHERS) as (keyof typeof MATCHERS)[]
  return expect.extend(Object.fromEntries(names.map((name) => [name, matcher(name)]))) as unknown as Base
}
