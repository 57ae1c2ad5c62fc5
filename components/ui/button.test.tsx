import type { MouseEvent } from 'react'
import { expect, test } from 'vitest'
import { Button } from './button'

/** Clicks a button. `detail` is 2 for the second click of a double click. @returns whether the click had its effect */
function click(props: Parameters<typeof Button>[0], detail: number): boolean {
  let prevented = false
  const event = { detail, preventDefault: () => (prevented = true) }
  Button(props).props.onClick?.(event as unknown as MouseEvent<HTMLButtonElement>)
  return !prevented
}

test.each([
  ['the first click submits', { type: 'submit' }, 1, true],
  ['Enter submits', { type: 'submit' }, 0, true],
  ['the second click of a double click submits nothing again', { type: 'submit' }, 2, false],
  ['a busy button does nothing', { busy: true }, 1, false],
  ['so does the second click on an act that is done once', { once: true }, 2, false],
  ['other buttons can be clicked fast', {}, 2, true],
] as const)('%s', (_, props, detail, acts) => {
  expect(click(props, detail)).toBe(acts)
})
