import { expect, it, vi } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { download } from '@/lib/http/download.server'

const named = { name: 'all.csv', type: 'text/csv; charset=utf-8' }
const somebody = () => ({ id: crypto.randomUUID() }) as Actor

it.each([
  'suppliers.csv',
  'a\r\nSet-Cookie: a=b.csv',
  'a"; filename="b.exe',
  "a'%0d%0a;b.csv",
  'Zoë – été 表.csv',
])('a file named %j is one attachment with one name, and adds nothing else to the header', async (name) => {
  const { headers } = await download(somebody(), async () => ({ ...named, name, pieces: [].values() }))
  const told = headers.get('content-disposition') ?? ''
  expect(told).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[^\s"';,\\]+$/)
  expect(decodeURIComponent(told.split("''")[1] ?? '')).toBe(name)
  expect(headers.get('set-cookie')).toBeNull()
})

/** Endless pages, and whether a reader still wants them. */
function pages() {
  const state = { ended: false }
  const pieces = {
    next: async () => ({ done: false, value: 'page\n' }) as const,
    return: async () => {
      state.ended = true
      return { done: true, value: undefined } as const
    },
  }
  return { state, pieces }
}

const open = (actor: Actor, { pieces } = pages()) => download(actor, async () => ({ ...named, pieces }))

it('one person may have six concurrent downloads, and another one when the first has finished', async () => {
  const actor = somebody()
  const [first] = await Promise.all(Array.from({ length: 6 }, () => open(actor)))
  const make = vi.fn()
  await expect(download(actor, make)).rejects.toMatchObject({ status: 429, code: 'downloads_open' })
  expect(make).not.toHaveBeenCalled()
  expect((await open(somebody())).status).toBe(200)
  await first?.body?.cancel()
  expect((await open(actor)).status).toBe(200)
})

it('a download that was read completely, or could not be created, frees its slot', async () => {
  const actor = somebody()
  for (let n = 0; n < 7; n++) {
    await expect(download(actor, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    const pieces = (async function* () {
      yield `${n}`
    })()
    expect(await (await open(actor, { pieces } as never)).text()).toBe(`${n}`)
  }
})

it('a stalled download is aborted after two minutes, and its slot is free', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const actor = somebody()
  const { state, pieces } = pages()
  const reader = (await open(actor, { state, pieces })).body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await vi.advanceTimersByTimeAsync(119_000)
  expect(state.ended).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.ended).toBe(true)
  await expect(reader?.read()).rejects.toThrow('the client stopped reading')
  vi.useRealTimers()
})
