import '@/lib/platform/testing/settings'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decrypt } from '@/lib/platform/crypto.server'
import { logger } from '@/lib/platform/logger.server'
import { onceStorageIsThere, storageAway, storeAnswer } from '@/lib/platform/storage.server'

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields)
const adapted = (cause: object) =>
  failure('Raw query failed', { code: 'P2010', meta: { driverAdapterError: { cause } } })
const postgres = (code: string) => failure('said', { code, severity: 'ERROR' })

describe('a database that is away', () => {
  it.each([
    ['that Prisma does not reach it', failure('no', { code: 'P1001' })],
    ['that no transaction began in time', failure('no', { code: 'P2028' })],
    ['that it is starting up', adapted({ kind: 'postgres', originalCode: '57P03' })],
    ['that it is read-only', adapted({ kind: 'postgres', originalCode: '25006' })],
    ['that it closed the connection', adapted({ kind: 'ConnectionClosed' })],
    ['that its disk is full', postgres('53100')],
    ['a connection that ended', failure('Connection terminated unexpectedly')],
    ['a client that is broken', failure('Client has encountered a connection error and is not queryable')],
    ['a broken socket', failure('write EPIPE', { code: 'EPIPE' })],
  ])('is told from a bug by %s', (_, error) => {
    expect(storageAway(error)).toBe(true)
  })

  it('is found behind an error that wraps it', () => {
    expect(storageAway(new Error('query failed', { cause: failure('no', { code: 'P1017' }) }))).toBe(true)
  })

  it.each([
    ['a value that is there', failure('57P03', { code: 'P2002' })],
    [
      'a value that is there, of a raw query',
      adapted({ kind: 'UniqueConstraintViolation', originalCode: '23505' }),
    ],
    ['a value that is there, of the driver', postgres('23505')],
    ['a mistake of ours', failure('Cannot read properties of undefined')],
  ])('is not %s', (_, error) => {
    expect(storageAway(error)).toBe(false)
  })
})

describe('a process that starts before its database', () => {
  it('waits for it', async () => {
    const work = vi
      .fn()
      .mockRejectedValueOnce(failure('no', { code: 'P1001' }))
      .mockResolvedValue('started')
    expect(await onceStorageIsThere(work, 1)).toBe('started')
  })

  it('says at once what no waiting cures', async () => {
    await expect(onceStorageIsThere(() => Promise.reject(failure('wrong password')), 1)).rejects.toThrow(
      'wrong',
    )
  })
})

describe('an answer that was paid for', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is written as soon as the database takes it', async () => {
    const write = vi.fn().mockRejectedValueOnce(failure('away')).mockResolvedValue('written')
    expect(await storeAnswer('a', {}, write, [1, 1])).toBe('written')
    expect(write).toHaveBeenCalledTimes(2)
  })

  it('is kept encrypted in the log when the database stays away, and its failure is told', async () => {
    const log = vi.spyOn(logger, 'error').mockImplementation(() => {})
    const write = vi.fn().mockRejectedValue(failure('away'))
    await expect(storeAnswer('a', { matched_name: 'Marie Curie' }, write, [1])).rejects.toThrow('away')
    expect(write).toHaveBeenCalledTimes(2)
    const line = log.mock.calls[0]?.[0] as unknown as { answer: string }
    expect(JSON.stringify(line)).not.toContain('Marie')
    const kept = decrypt(Buffer.from(line.answer, 'base64'), 'attempts|answer|a').toString()
    expect(JSON.parse(kept)).toEqual({ matched_name: 'Marie Curie' })
  })
})
