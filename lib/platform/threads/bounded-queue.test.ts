import { describe, expect, it } from 'vitest'
import { BoundedQueue } from './bounded-queue'

/** Work that ends on demand. */
function work(name: string, log: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    log.push(name)
    await promise
    return name
  }
  return { run, end: resolve }
}
const settled = () => new Promise((go) => setImmediate(go))

describe('a bounded queue', () => {
  it('limits concurrent and queued work, and rejects the rest', async () => {
    const log: string[] = []
    const line = new BoundedQueue(2, 1)
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => work(name, log)) as [
      ReturnType<typeof work>,
      ReturnType<typeof work>,
      ReturnType<typeof work>,
      ReturnType<typeof work>,
    ]
    const passed = [a, b, c, d].map(({ run }) => line.pass(run))
    await settled()
    expect(log).toEqual(['a', 'b'])
    expect(await passed[3]).toBeNull()
    a.end()
    await settled()
    expect(log).toEqual(['a', 'b', 'c'])
    for (const { end } of [b, c]) end()
    expect(await Promise.all(passed.slice(0, 3))).toEqual(['a', 'b', 'c'])
    expect(await line.pass(async () => 'free again')).toBe('free again')
  })

  it('runs work queued with priority first', async () => {
    const log: string[] = []
    const line = new BoundedQueue(1, 5)
    const first = work('first', log)
    const all = [line.pass(first.run)]
    for (const [name, ahead] of [
      ['last', false],
      ['next', true],
    ] as const)
      all.push(line.pass(async () => name + log.push(name), ahead))
    first.end()
    await Promise.all(all)
    expect(log).toEqual(['first', 'next', 'last'])
  })

  it('continues after failed work', async () => {
    const line = new BoundedQueue(1, 1)
    const failing = line.pass(() => Promise.reject(new Error('no')))
    const next = line.pass(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
})
