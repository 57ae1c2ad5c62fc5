import { afterEach, describe, expect, it, vi } from 'vitest'
import { signIn } from './sign-in'

const csrf = () => Response.json({ csrfToken: 'token' })
const answering = (answer: Response) =>
  vi.stubGlobal('fetch', vi.fn().mockResolvedValueOnce(csrf()).mockResolvedValueOnce(answer))
const url = (search = '') => ({ url: `http://127.0.0.1:3000/signin${search}` })

afterEach(() => vi.unstubAllGlobals())

describe('signing in', () => {
  it('succeeds when the response is 200 and its URL has no error', async () => {
    answering(Response.json({ url: 'http://127.0.0.1:3000/' }))
    expect(await signIn('a@accord.test', 'right')).toEqual({ ok: true })
  })

  it('does not treat the 200 for a missing token as success', async () => {
    answering(Response.json(url('?csrf=true')))
    expect(await signIn('a@accord.test', 'right')).toEqual({ ok: false, reason: 'unavailable' })
  })

  it('reports wrong credentials, and never which of the two is wrong', async () => {
    answering(Response.json(url('?error=invalid_credentials'), { status: 401 }))
    expect(await signIn('a@accord.test', 'x')).toEqual({ ok: false, reason: 'wrong' })
  })

  it.each(['code', 'code_wrong'])('distinguishes the second step: %s', async (reason) => {
    answering(Response.json(url(`?error=${reason}`), { status: 401 }))
    expect(await signIn('a@accord.test', 'right')).toEqual({ ok: false, reason })
  })

  it('distinguishes a server error from a wrong password', async () => {
    answering(Response.json(url('?error=unavailable'), { status: 401 }))
    expect(await signIn('a@accord.test', 'x')).toEqual({ ok: false, reason: 'unavailable' })
    answering(new Response('<html>', { status: 502 }))
    expect(await signIn('a@accord.test', 'x')).toEqual({ ok: false, reason: 'unavailable' })
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')))
    expect(await signIn('a@accord.test', 'x')).toEqual({ ok: false, reason: 'unavailable' })
  })

  it('reads from Retry-After when to try again', async () => {
    answering(new Response('{}', { status: 429, headers: { 'retry-after': '60' } }))
    const result = await signIn('a@accord.test', 'x')
    expect(result).toMatchObject({ ok: false, reason: 'locked' })
    expect(result.ok === false && result.until?.getTime()).toBeGreaterThan(Date.now() + 50_000)
  })
})
