import { expect, it } from 'vitest'
import type { RowView, Summary } from '../protocol'
import { withPage } from './use-row-window'

const row = (number: number) => ({ number }) as RowView
const [before, after] = [{ edited: 0 } as Summary, { edited: 1 } as Summary]

it('keeps the rows of the next page while those of the first arrive after a change', () => {
  const shown = withPage(withPage(new Map(), 0, before, [row(1)]), 1, before, [row(101)])
  const next = withPage(shown, 0, after, [row(1)])
  expect(next.get(0)?.of).toBe(after)
  expect(next.get(1)).toEqual({ of: before, rows: [row(101)] })
})
