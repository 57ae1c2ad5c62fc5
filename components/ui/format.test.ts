import { expect, it } from 'vitest'
import { shownShare } from './format'

const shown = (share: number) => {
  const { value, digits } = shownShare(share)
  const format = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return value.toLocaleString('en', format)
}

it.each([
  [0, '0%'],
  [1 / 100_000, '0.1%'],
  [0.004, '0.4%'],
  [0.0994, '9.9%'],
  [0.0996, '10%'],
  [2 / 3, '67%'],
  [0.99, '99%'],
  [0.994, '99.4%'],
  [299 / 300, '99.7%'],
  [99_999 / 100_000, '99.9%'],
  [1, '100%'],
])('a share of %d is %s: what is missing is never 100%%, what is there never 0%%', (share, text) => {
  expect(shown(share)).toBe(text)
})
