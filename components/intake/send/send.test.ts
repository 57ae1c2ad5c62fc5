import { afterEach, expect, it, vi } from 'vitest'
import { RefusedUpload, sendUpload } from './send'

afterEach(() => vi.unstubAllGlobals())

const ended = async (answer: Response | TypeError): Promise<unknown> => {
  vi.stubGlobal('fetch', () =>
    answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer),
  )
  return sendUpload({ blob: new Blob(), bytes: 1, key: 'key' }).catch((error: unknown) => error)
}
const problem = (status: number, code: string, headers = {}) => Response.json({ code }, { status, headers })
const STORED = { 'idempotent-replayed': 'true' }

it('an upload is sent under another key only when the server repeats that the first try failed', async () => {
  expect(await ended(problem(500, 'internal', STORED))).toMatchObject({ code: 'internal', replayed: true })
  expect(await ended(problem(500, 'internal'))).toMatchObject({ code: 'internal', replayed: false })
  expect(await ended(problem(409, 'request_in_progress'))).toMatchObject({ replayed: false })
  expect(await ended(new TypeError('lost'))).not.toBeInstanceOf(RefusedUpload)
})

it('an answer that is none of ours says that the upload may have arrived', async () => {
  expect(await ended(new Response('<h1>Bad gateway</h1>', { status: 502 }))).toMatchObject({
    code: 'internal',
  })
  expect(await ended(Response.json({ id: 'no uuid' }, { status: 201 }))).toMatchObject({ code: 'internal' })
  expect(await ended(new Response('<h1>Too large</h1>', { status: 413 }))).toMatchObject({ code: 'other' })
})
