import '@/lib/platform/testing/settings'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decrypt } from '@/lib/platform/crypto.server'
import { logger } from '@/lib/platform/log/logger.server'
import { isDatabaseUnavailable, storePaidResponse, whenDatabaseReady } from '@/lib/platform/storage.server'

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields)
const adapted = (cause: object) =>
  failure('Raw query failed', { code: 'P2010', meta: { driverAdapterError: { cause } } })
const postgres = (code: string) => failure('said', { code, severity: 'ERROR' })

describe('an unavailable database', () => {
  it.each([
    ['an unreachable server', failure('no', { code: 'P1001' })],
    ['a transaction that did not start in time', failure('no', { code: 'P2028' })],
    ['a server that is starting up', adapted({ kind: 'postgres', originalCode: '57P03' })],
    ['a read-only server', adapted({ kind: 'postgres', originalCode: '25006' })],
    ['a connection closed by the server', adapted({ kind: 'ConnectionClosed' })],
    ['a refused connection', failure('no', { code: 'ECONNREFUSED' })],
    ['a connection that was lost', postgres('08006')],
    ['a statement that took too long', postgres('57014')],
    ['no free connection in time', failure('timeout exceeded when trying to connect')],
    ['a full disk', postgres('53100')],
    ['a connection that ended', failure('Connection terminated unexpectedly')],
    ['a broken client', failure('Client has encountered a connection error and is not queryable')],
    ['a broken socket', failure('write EPIPE', { code: 'EPIPE' })],
  ])('is distinguished from a bug by %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])(
    'is distinguished from a bug by a machine that is away (%s)',
    (code) => {
      expect(isDatabaseUnavailable(failure('no', { code }))).toBe(true)
    },
  )

  it('is recognised inside a wrapping error', () => {
    expect(
      isDatabaseUnavailable(new Error('query failed', { cause: failure('no', { code: 'P1017' }) })),
    ).toBe(true)
  })

  it.each([
    ['a duplicate value', failure('57P03', { code: 'P2002' })],
    [
      'a duplicate value, from a raw query',
      adapted({ kind: 'UniqueConstraintViolation', originalCode: '23505' }),
    ],
    ['a duplicate value, from the driver', postgres('23505')],
    ['a bug', failure('Cannot read properties of undefined')],
  ])('is not %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})

describe('a process that starts before its database', () => {
  it('waits for it', async () => {
    const work = vi
      .fn()
      .mockRejectedValueOnce(failure('no', { code: 'P1001' }))
      .mockResolvedValue('started')
    expect(await whenDatabaseReady(work, 1)).toBe('started')
  })

  it("fails immediately for an error that waiting can't fix", async () => {
    await expect(whenDatabaseReady(() => Promise.reject(failure('wrong password')), 1)).rejects.toThrow(
      'wrong',
    )
  })
})

describe('a paid response', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is stored as soon as the database is available', async () => {
    const write = vi.fn().mockRejectedValueOnce(failure('away')).mockResolvedValue('written')
    expect(await storePaidResponse('a', {}, write, [1, 1])).toBe('written')
    expect(write).toHaveBeenCalledTimes(2)
  })

  it('is logged encrypted when the database stays unavailable, and the failure is thrown', async () => {
    const log = vi.spyOn(logger, 'error').mockImplementation(() => {})
    const write = vi.fn().mockRejectedValue(failure('away'))
    await expect(storePaidResponse('a', { matched_name: 'Marie Curie' }, write, [1])).rejects.toThrow('away')
    expect(write).toHaveBeenCalledTimes(2)
    const line = log.mock.calls[0]?.[0] as unknown as { answer: string }
    expect(JSON.stringify(line)).not.toContain('Marie')
    const kept = decrypt(Buffer.from(line.answer, 'base64'), 'attempts|answer|a').toString()
    expect(JSON.parse(kept)).toEqual({ matched_name: 'Marie Curie' })
  })
})
