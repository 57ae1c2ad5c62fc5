import { PassThrough, Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readWireLines } from './lines.server'

async function all(lines: AsyncGenerator<Buffer>): Promise<string[]> {
  const read: string[] = []
  for await (const line of lines) read.push(line.toString())
  return read
}

/** Splits bytes into chunks of this size, as a network would. */
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    ),
  )

describe('the lines of an upload', () => {
  it('are the same however the bytes are split', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\n', ' '))
    const given = fc.array(line, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(given, fc.integer({ min: 1, max: 50 }), async (lines, size) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
        expect(await all(readWireLines(inPieces(gzipSync(bytes), size), bytes.length))).toEqual(lines)
      }),
      { numRuns: 50 },
    )
  })

  it('may be longer once the reader allows it', async () => {
    const long = 'x'.repeat(300_000)
    const bytes = Buffer.from(`short\n${long}\n`)
    const limit = { bytes: 10 }
    const lines = readWireLines(inPieces(gzipSync(bytes), 100), bytes.length, { limit })
    expect((await lines.next()).value?.toString()).toBe('short')
    limit.bytes = 400_000
    expect((await lines.next()).value?.length).toBe(300_000)
    expect((await lines.next()).done).toBe(true)
  })

  it('end with 408 when nothing more arrives', async () => {
    const source = new PassThrough()
    source.write(gzipSync('one\ntwo\n').subarray(0, 12))
    await expect(all(readWireLines(source, 8, { pace: { idleMs: 100 } }))).rejects.toMatchObject({
      status: 408,
      code: 'upload_idle',
    })
  })

  it('end with 408 below the minimum speed, even if data keeps arriving', async () => {
    const bytes = gzipSync(
      Buffer.from(Array.from({ length: 200_000 }, (_, n) => `${Math.sin(n)}\n`).join('')),
    )
    const source = new PassThrough()
    let sent = 0
    const trickle = setInterval(() => source.write(bytes.subarray(sent, ++sent)), 5)
    const pace = { idleMs: 5_000, graceMs: 100, leastPerSecond: 1_000 }
    await expect(all(readWireLines(source, 1e9, { pace })))
      .rejects.toMatchObject({ status: 408, code: 'upload_slow' })
      .finally(() => clearInterval(trickle))
  })

  it('have no minimum speed while the reader is slow, and leave no timer', async () => {
    const text = Array.from({ length: 40 }, (_, n) => `${n}\n`).join('')
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
    const pace = { idleMs: 100, graceMs: 50, leastPerSecond: 1e9 }
    const lines = readWireLines(Readable.from([gzipSync(text)]), text.length, { pace })
    const read: string[] = []
    for await (const line of lines) {
      if (read.length === 0) vi.advanceTimersByTime(60_000)
      read.push(line.toString())
    }
    expect(read).toHaveLength(40)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('end with 400 when the sender disconnects', async () => {
    const source = new PassThrough()
    source.write(gzipSync('one\ntwo\n').subarray(0, 12))
    setTimeout(() => source.destroy(), 20)
    await expect(all(readWireLines(source, 8))).rejects.toMatchObject({ status: 400, code: 'body_truncated' })
  })

  it('stop a gzip bomb after the declared size', async () => {
    const plain = Buffer.alloc(50_000_000, 'a\n')
    const bomb = gzipSync(plain)
    const before = process.memoryUsage().arrayBuffers
    await expect(all(readWireLines(Readable.from([bomb]), 1_000_000))).rejects.toMatchObject({ status: 413 })
    // `plain` is used again here, so that it is counted before and after
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(plain.length / 2)
  })
})
