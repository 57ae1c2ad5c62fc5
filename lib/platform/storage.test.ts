import '@/lib/platform/testing/settings'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decrypt } from '@/lib/platform/crypto.server'
import { logger } from '@/lib/platform/logger.server'
import { onceStorageIsThere, storageAway, storeAnswer } from '@/lib/platform/storage.server'

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })

describe('a database that is away', () => {
  it.each([
    ["Can't reach database server at 127.0.0.1:5432", 'P1001'],
    ['Unable to start a transaction in the given time.', 'P2028'],
    ['Raw query failed. Code: `57P03`. Message: `the database system is starting up`', 'P2010'],
    ['Raw query failed. Code: `N/A`. Message: `Server has closed the connection.`', 'P2010'],
    ['Raw query failed. Code: `25006`. Message: `cannot execute INSERT in a read-only transaction`', 'P2010'],
    ['could not extend file: No space left on device', '53100'],
    ['Connection terminated unexpectedly', undefined],
    ['Client has encountered a connection error and is not queryable', undefined],
    ['write EPIPE', 'EPIPE'],
  ])('is told from a bug by %s', (message, code) => {
    expect(storageAway(failure(message, code))).toBe(true)
  })

  it('is found behind an error that wraps it', () => {
    expect(storageAway(new Error('query failed', { cause: failure('no', 'P1017') }))).toBe(true)
  })

  it.each([
    ['duplicate key value violates unique constraint', 'P2002'],
    ['Raw query failed. Code: `23505`. Message: `duplicate key`', 'P2010'],
    ['Cannot read properties of undefined', undefined],
  ])('is not %s', (message, code) => {
    expect(storageAway(failure(message, code))).toBe(false)
  })
})

describe('a process that starts before its database', () => {
  it('waits for it', async () => {
    const work = vi.fn().mockRejectedValueOnce(failure('no', 'P1001')).mockResolvedValue('started')
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
