import { describe, expect, it } from 'vitest'
import { inThread } from './thread.server'

const GREEDY = 'lib/platform/testing/greedy-thread.ts'

describe('a thread', () => {
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

  it("that can't be started fails its job only", async () => {
    await expect(inThread('lib/platform/no-such-file.ts', (ask) => ask({}))).rejects.toMatchObject({
      why: 'crash',
    })
  })
})
