import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { inThread } from './thread.server'

const GREEDY = 'lib/platform/testing/greedy-thread.ts'

const idOf = () => inThread(GREEDY, (ask) => ask<number>('id'))

describe('a thread', () => {
  it('runs one job after the other, until it has waited for some seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const first = await idOf()
      expect(await idOf()).toBe(first)
      const [one, other] = await Promise.all([idOf(), idOf()])
      expect(one).not.toBe(other)
      vi.advanceTimersByTime(5_000)
      expect([one, other]).not.toContain(await idOf())
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends with a job that fails', async () => {
    const first = await idOf()
    const failed = inThread(GREEDY, async (ask) => {
      expect(await ask('id')).toBe(first)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await idOf()).not.toBe(first)
  })

  it('never gives one job the reply to another', async () => {
    const careless = inThread(GREEDY, async (ask) => {
      ask('id').catch(() => {})
    })
    await expect(careless).rejects.toThrow('a job ended before its thread replied')
  })

  it('that never ends is terminated at its timeout, and blocks nothing in the meantime', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    await expect(inThread(GREEDY, (ask) => ask('time'), { deadlineMs: 500 })).rejects.toMatchObject({
      why: 'deadline',
    })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  it('that exceeds its memory limit is terminated', async () => {
    const settings = { memoryMb: 32 }
    await expect(inThread(GREEDY, (ask) => ask('memory'), settings)).rejects.toMatchObject({ why: 'memory' })
  })

  it('starts in a folder whose name has signs of a URL', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'accord #1?%41-'))
    for (const part of ['scripts/register.mjs', GREEDY]) cpSync(part, path.join(folder, part))
    const place = vi.spyOn(process, 'cwd').mockReturnValue(folder)
    try {
      // another limit, so that no idle thread takes the job
      expect(await inThread(GREEDY, (ask) => ask<number>('id'), { memoryMb: 64 })).toBeGreaterThan(0)
    } finally {
      place.mockRestore()
      rmSync(folder, { recursive: true })
    }
  })

  it('is waited for at most 20 seconds, and a job that gave up takes nobody’s place', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    try {
      const running = [1, 2].map(() => inThread(GREEDY, () => over))
      const refused = expect(idOf()).rejects.toMatchObject({
        ...{ status: 503, code: 'threads_busy', headers: { 'retry-after': '5' } },
      })
      vi.advanceTimersByTime(19_999)
      const next = idOf()
      vi.advanceTimersByTime(1)
      await refused
      end()
      await Promise.all(running)
      expect(await next).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it("that can't be started fails its job only", async () => {
    await expect(inThread('lib/platform/no-such-file.ts', (ask) => ask({}))).rejects.toMatchObject({
      why: 'crash',
    })
  })
})
