import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetOthers, signOut, startOver } from './sign-out'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    clear: () => kept.clear(),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a tab keeps what one person left in it, also after a reload, and nothing of another person', () => {
  forgetOthers('ada')
  kept.set('accord.recent', 'Kept GmbH')
  forgetOthers('ada')
  expect(kept.get('accord.recent')).toBe('Kept GmbH')
  forgetOthers('ben')
  expect([...kept]).toEqual([['accord.person', 'ben']])
})

it('a tab that starts over shows nothing more, and loads Home with nothing of its first person', () => {
  const [body, opened, told] = [{ hidden: false }, vi.fn(), vi.fn()]
  vi.stubGlobal('document', { body })
  vi.stubGlobal('window', { dispatchEvent: told, location: { replace: opened } })
  kept.set('accord.recent', 'Kept GmbH')
  startOver()
  expect([body.hidden, kept.size]).toEqual([true, 0])
  expect(told.mock.calls.map(([event]) => (event as Event).type)).toEqual(['accord:signout'])
  expect(opened.mock.calls).toEqual([['/']])
})

it('signing out fails, and this browser keeps what it has, when another tab has replaced the token of the form', async () => {
  const answers = [
    Response.json({ csrfToken: 'mine' }),
    Response.json({ url: 'http://127.0.0.1:3000/api/auth/signout?csrf=true' }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  kept.set('accord.recent', 'Kept GmbH')
  await expect(signOut()).rejects.toThrow('sign-out')
  expect(kept.size).toBe(1)
})
