import { describe, expect, it } from 'vitest'
import { ariaKeys, printedKeys } from './kbd'
import { pattern, usesModifier } from './shortcut-rules'

describe('shortcuts', () => {
  it('allow Shift where a keyboard layout needs it, without requiring it', () => {
    expect(pattern('?')).toBe('[Shift]+?')
    expect(pattern('g h')).toBe('g h')
    expect(pattern('$mod+k')).toBe('$mod+k')
  })

  it('count as single keys unless Ctrl, ⌘ or Alt is held', () => {
    expect(['$mod+k', 'Alt+t', 'Shift+x', 'n', 'g h'].map(usesModifier)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it("are printed for people and announced in the standard's notation", () => {
    expect(printedKeys('g h')).toBe('G H')
    expect(printedKeys('$mod+k')).toBe('Ctrl K')
    expect(printedKeys('Enter')).toBe('↵')
    expect(ariaKeys('$mod+k')).toBe('Control+k')
    expect(ariaKeys('g h')).toBeUndefined()
  })
})
