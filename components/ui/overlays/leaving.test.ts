import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { goFrom, guardLeaving, isAnotherPage } from './leaving'

const opened: string[] = []
const push = (to: string) => void opened.push(to)
let release = () => {}

beforeEach(() => {
  opened.length = 0
  const here = new URL('http://office.test/admin/retention?tab=periods')
  vi.stubGlobal('location', here)
})
afterEach(() => {
  release()
  vi.unstubAllGlobals()
})

describe('opening a page', () => {
  it('asks about unsaved changes first, and hands nothing over to a page that is not opened', () => {
    const asked: (() => void)[] = []
    release = guardLeaving({ asks: isAnotherPage, ask: (leave) => asked.push(leave) })
    const handOver = vi.fn()
    goFrom({ current: true }, push)('/check', handOver)
    expect([asked.length, opened, handOver.mock.calls.length]).toEqual([1, [], 0])
    asked[0]?.()
    expect([opened, handOver.mock.calls.length]).toEqual([['/check'], 1])
  })

  it('asks nothing where the page stays, or after its changes were saved', () => {
    release = guardLeaving({ asks: isAnotherPage, ask: () => expect.unreachable() })
    goFrom({ current: true }, push)('/admin/retention?tab=holds')
    release()
    goFrom({ current: true }, push)('/history')
    expect(opened).toEqual(['/admin/retention?tab=holds', '/history'])
  })

  it('asks before one page only, where only that one loses what was typed', () => {
    const ask = vi.fn()
    release = guardLeaving({ asks: (to) => isAnotherPage(to, '/sandbox'), ask })
    const go = goFrom({ current: true }, push)
    go('/history')
    go('http://office.test/sandbox')
    expect([opened, ask.mock.calls.length]).toEqual([['/history'], 1])
  })

  it('keeps the question of the page that is open when the one before it goes', () => {
    const before = guardLeaving({ asks: isAnotherPage, ask: () => expect.unreachable() })
    const ask = vi.fn()
    release = guardLeaving({ asks: isAnotherPage, ask })
    before()
    goFrom({ current: true }, push)('/history')
    expect(ask).toHaveBeenCalledOnce()
  })

  it('does nothing for an answer that comes after the page was left', () => {
    const mounted = { current: true }
    const go = goFrom(mounted, push)
    mounted.current = false
    go('/bulk/1')
    expect(opened).toEqual([])
  })
})

describe('Back and Forward', () => {
  const traverseTo = vi.fn()
  let navigation = new EventTarget()
  const navigate = (url: string, navigationType = 'traverse', cancelable = true) => {
    const event = Object.assign(new Event('navigate', { cancelable }), {
      ...{ navigationType, destination: { key: 'entry', url } },
    })
    navigation.dispatchEvent(event)
    return event.defaultPrevented
  }
  beforeEach(() => {
    traverseTo.mockReset()
    navigation = Object.assign(new EventTarget(), { traverseTo })
    vi.stubGlobal('navigation', navigation)
  })

  it('ask about unsaved changes before they leave the page, and then go', () => {
    const asked: (() => void)[] = []
    release = guardLeaving({ asks: isAnotherPage, ask: (leave) => asked.push(leave) })
    expect(navigate('http://office.test/history')).toBe(true)
    expect([asked.length, traverseTo.mock.calls.length]).toEqual([1, 0])
    asked[0]?.()
    expect(traverseTo).toHaveBeenCalledExactlyOnceWith('entry')
    expect(navigate('http://office.test/history')).toBe(false)
  })

  it('go on where the page stays, where the browser allows no question, and after the changes were saved', () => {
    release = guardLeaving({ asks: isAnotherPage, ask: () => expect.unreachable() })
    expect(navigate('http://office.test/admin/retention?tab=holds')).toBe(false)
    expect(navigate('http://office.test/history', 'traverse', false)).toBe(false)
    expect(navigate('http://office.test/history', 'push')).toBe(false)
    release()
    expect(navigate('http://office.test/history')).toBe(false)
  })
})
