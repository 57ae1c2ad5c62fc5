import { describe, expect, it } from 'vitest'
import { checkDeclaredSize, drainBody, readBody, readJsonObject, takeBodySlot } from '@/lib/http/body.server'
import { Refusal } from '@/lib/platform/refusal'

/** A request whose body is streamed in chunks of 1 MB for as long as it's read. */
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
  it('is drained, so that the client receives the response', async () => {
    const { request, seen } = sending(10)
    await drainBody(request)
    expect(seen).toEqual({ read: 10, given: false })
  })

  it('without an end is abandoned after 32 MB', async () => {
    const { request, seen } = sending(1_000)
    await drainBody(request)
    expect(seen).toEqual({ read: 33, given: true })
  })

  it('that declares more is not drained', async () => {
    const { request, seen } = sending(1_000, { 'content-length': String(2 ** 40) })
    await drainBody(request)
    expect(seen.read).toBe(0)
  })

  it("that has been read already, or doesn't exist, is left alone", async () => {
    const { request } = sending(1)
    await request.arrayBuffer()
    await drainBody(request)
    await drainBody(new Request('http://127.0.0.1/'))
  })
})

describe('reading a body', () => {
  it('returns all chunks in order', async () => {
    const { request } = sending(3)
    expect(await readBody(request, 3 * 1024 * 1024)).toHaveLength(3 * 1024 * 1024)
    expect(await readBody(new Request('http://127.0.0.1/'), 10)).toHaveLength(0)
  })

  it('refuses a body as soon as it exceeds the limit, even without a declared size', async () => {
    const { request, seen } = sending(1_000)
    await expect(readBody(request, 5 * 1024 * 1024)).rejects.toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
    expect(seen).toEqual({ read: 6, given: true })
  })

  it('refuses a body whose client disconnects as truncated, not as an internal error', async () => {
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

it("refuses a body that isn't complete before the timeout", async () => {
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

describe('a JSON body', () => {
  const asked = (type: string | undefined, body: string | Uint8Array<ArrayBuffer> = '{"a":"é"}') => {
    const request = new Request('http://127.0.0.1/', { method: 'POST', body })
    if (type === undefined) request.headers.delete('content-type')
    else request.headers.set('content-type', type)
    return readJsonObject(request, 1_000)
  }

  it.each(['application/json', 'Application/JSON ; Charset="UTF-8"', 'application/json;v=1;charset=utf8'])(
    'may be %s',
    async (type) => {
      expect(await asked(type)).toEqual({ a: 'é' })
    },
  )

  it.each([
    [undefined, 'media_type'],
    ['text/plain', 'media_type'],
    ['application/json-patch+json', 'media_type'],
    ['application/json; charset=nonsense', 'media_type'],
    ['application/json; charset=iso-8859-1', 'charset'],
    ['application/json; v=1; charset="utf-16le"', 'charset'],
  ])('of type %s is refused: %s', async (type, code) => {
    await expect(asked(type)).rejects.toMatchObject({ status: 415, code })
  })

  it('in another encoding than it says is refused', async () => {
    await expect(asked('application/json', new Uint8Array([0x22, 0xe9, 0x22]))).rejects.toMatchObject({
      status: 400,
      code: 'json_invalid',
    })
  })
})

describe('the headers of a body', () => {
  const check = (headers: Record<string, string>) => () =>
    checkDeclaredSize(new Request('http://127.0.0.1/', { method: 'POST', headers }), 100)

  it.each<Record<string, string>>([{}, { 'content-length': '100' }, { 'content-encoding': 'identity' }])(
    'may be %j',
    (headers) => {
      expect(check(headers)).not.toThrow()
    },
  )

  it.each([
    [{ 'content-length': '101' }, 'body_too_large'],
    [{ 'content-encoding': 'gzip' }, 'content_encoding'],
  ])('are refused before anything is read when they are %j: %s', (headers, code) => {
    expect(check(headers)).toThrow(expect.objectContaining({ code }))
  })
})

it('a person has some slots of each kind, and gives each back once', () => {
  const full = new Refusal(429, 'full', 'Full.')
  const take = (who: string, kind: 'file' | 'download' = 'file') =>
    takeBodySlot(kind, who, { atOnce: 2, full: () => full })
  const first = take('ann')
  take('ann')
  expect(() => take('ann')).toThrow(full)
  take('ben')
  take('ann', 'download')
  first()
  first()
  const again = take('ann')
  expect(() => take('ann')).toThrow(full)
  again()
})
