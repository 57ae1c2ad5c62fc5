import { expect, it } from 'vitest'
import { STAGES, TURNS } from './stages.mjs'
import { takeTurns } from './turns.mjs'

it('every stage is scheduled once', () => {
  expect(TURNS.flat(2).sort()).toEqual(Object.keys(STAGES).sort())
})

it('a lane runs its stages in sequence and in parallel with other lanes, and the next turn waits for all', async () => {
  const seen: string[] = []
  const ends: Record<string, () => void> = {}
  const ended = takeTurns(
    [
      [['lint', 'build'], ['unit']],
      [['browser'], ['never']],
    ],
    (name: string) => name !== 'never',
    (name: string, beside: boolean) => {
      seen.push(beside ? `${name} beside` : name)
      return new Promise<void>((end) => {
        ends[name] = end
      })
    },
  )
  const end = async (name: string) => {
    ends[name]?.()
    await new Promise(setImmediate)
  }
  expect(seen).toEqual(['lint beside', 'unit beside'])
  await end('lint')
  expect(seen.at(-1)).toBe('build beside')
  await end('build')
  expect(seen).toHaveLength(3)
  await end('unit')
  expect(seen.at(-1)).toBe('browser')
  await end('browser')
  await ended
})
