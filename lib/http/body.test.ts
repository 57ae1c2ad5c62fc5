import { describe, expect, it } from 'vitest'
import { dropBody, readBody, readJsonObject } from '@/lib/http/body.server'

/** A request whose body comes in pieces of 1 MB, as long as somebody reads. */
function sending(pieces: number, headers: Record<string, string> = {}) {
  const seen = { read: 0, given: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(to) {
        if (seen.read === pieces) return to.close()
        seen.read++
        to.enqueue(new Uint8Array(1024 * 1024))
      },
      cancel: () => {
        seen.given = true
      },
    },
    { highWaterMark: 0 },
  )
  const request = new Request('http://127.0.0.1/', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
  return { request, seen }
}

describe('the body of a refused request', () => {
  it('is read to its end, so that its sender hears the answer', async () => {
    const { request, seen } = sending(10)
    await dropBody(request)
    expect(seen).toEqual({ read: 10, given: false })
  })

  it('without an end is given up after 32 MB', async () => {
    const { request, seen } = sending(1_000)
    await dropBody(request)
    expect(seen).toEqual({ read: 33, given: true })
  })

  it('that declares more is not waited for', async () => {
    const { request, seen } = sending(1_000, { 'content-length': String(2 ** 40) })
    await dropBody(request)
    expect(seen.read).toBe(0)
  })

  it('that somebody has read already, or that is none, is left alone', async () => {
    const { request } = sending(1)
    await request.arrayBuffer()
    await dropBody(request)
    await dropBody(new Request('http://127.0.0.1/'))
  })
})

describe('a body that is read', () => {
  it('is whole, in the order in which it came', async () => {
    const { request } = sending(3)
    expect(await readBody(request, 3 * 1024 * 1024)).toHaveLength(3 * 1024 * 1024)
    expect(await readBody(new Request('http://127.0.0.1/'), 10)).toHaveLength(0)
  })

  it('is refused as soon as more comes than is allowed, although nothing was declared', async () => {
    const { request, seen } = sending(1_000)
    await expect(readBody(request, 5 * 1024 * 1024)).rejects.toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
    expect(seen).toEqual({ read: 6, given: true })
  })

  it('whose sender goes away is refused as cut off: that is no failure of ours', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(new TextEncoder().encode('{"name":')),
      pull: (to) => to.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    await expect(readJsonObject(new Request('http://127.0.0.1/', init), 1_000)).rejects.toMatchObject({
      status: 400,
      code: 'body_truncated',
    })
  })
})

it('a body that does not come to its end in time is refused and given up', async () => {
  let given = false
  const body = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(new Uint8Array(8)),
    cancel: () => {
      given = true
    },
  })
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  await expect(readBody(request, 64, { withinMs: 20 })).rejects.toMatchObject({
    status: 408,
    code: 'body_slow',
  })
  expect(given).toBe(true)
})
