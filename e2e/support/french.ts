import type { Expect, Locator, Page } from '@playwright/test'
import { toFrench } from './translation'

type Options = { exact?: boolean; name?: string | RegExp; hasText?: string | RegExp }
type Locate = (this: unknown, words: never, options?: Options) => Locator
const translate = (words: string | RegExp, exact = false) => toFrench(words, exact, exact ? '' : 'i')
const translateOptions = <Value extends Options | undefined>(options: Value): Value =>
  options?.hasText ? { ...options, hasText: translate(options.hasText) } : options

let translating = false
/** Makes every locator in this process translate the English text of the tests to French. */
export function translateLocators(page: Page): void {
  if (translating) return
  translating = true
  const prototypes = [Object.getPrototypeOf(page.mainFrame()), Object.getPrototypeOf(page.locator('html'))]
  for (const prototype of prototypes) {
    for (const name of ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle']) {
      const locate: Locate = prototype[name]
      prototype[name] = function (words: string | RegExp, options?: Options) {
        return locate.call(this, translate(words, options?.exact) as never, options)
      }
    }
    const bySelector: Locate = prototype.locator
    prototype.locator = function (selector: string, options?: Options) {
      return bySelector.call(this, selector as never, translateOptions(options))
    }
    const byRole: Locate = prototype.getByRole
    prototype.getByRole = function (role: string, options?: Options) {
      const name = options?.name && translate(options.name, options.exact)
      return byRole.call(this, role as never, name ? { ...options, name } : options)
    }
  }
  const [, locator] = prototypes
  const { filter, selectOption } = locator
  locator.filter = function (options: Options) {
    return filter.call(this, translateOptions(options))
  }
  locator.selectOption = async function (this: Locator, option: unknown, ...rest: unknown[]) {
    await this.waitFor()
    const labels = await this.locator('option').allTextContents()
    const english = typeof option === 'string' ? option : (option as { label?: string } | null)?.label
    const wanted = english && toFrench(english, true, '')
    const label = wanted instanceof RegExp && labels.find((each) => wanted.test(each))
    return selectOption.call(this, label ? { label } : option, ...rest)
  }
}

type Expected = string | RegExp | readonly (string | RegExp)[]
const MATCHERS = { toHaveText: true, toContainText: false, toHaveAccessibleDescription: true } as const

/** Makes assertions about text translate it to French. */
export function translateExpect<Base extends Expect>(expect: Base): Base {
  const matcher = (name: keyof typeof MATCHERS) =>
    async function (this: { isNot: boolean }, locator: Locator, words: Expected, options?: object) {
      const translateOne = (each: string | RegExp) =>
        translating ? toFrench(each, MATCHERS[name] && typeof each === 'string', '') : each
      const wanted = Array.isArray(words) ? words.map(translateOne) : translateOne(words as string)
      const assertion = this.isNot ? expect(locator).not : expect(locator)
      await assertion[name](wanted as string, options)
      return { pass: !this.isNot, message: () => '' }
    }
  const names = Object.keys(MATCHERS) as (keyof typeof MATCHERS)[]
  return expect.extend(Object.fromEntries(names.map((name) => [name, matcher(name)]))) as unknown as Base
}
