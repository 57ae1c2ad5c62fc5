import { expect, it } from 'vitest'
import { runSchedule } from './schedule.mjs'
import { SCHEDULE, STAGES } from './stages.mjs'

it('every stage is scheduled once', () => {
  expect(SCHEDULE.flat(2).sort()).toEqual(Object.keys(STAGES).sort())
})

it('stages of a sequence run one after the other, sequences run in parallel, and the next phase waits for all', async () => {
  const started: string[] = []
  const ends: Record<string, () => void> = {}
  const ended = runSchedule(
    [
      [['lint', 'build'], ['unit']],
      [['browser'], ['never']],
    ],
    (name: string) => name !== 'never',
    (name: string, parallel: boolean) => {
      started.push(parallel ? `${name} parallel` : name)
      return new Promise<void>((end) => {
        ends[name] = end
      })
    },
  )
  const end = async (name: string) => {
    ends[name]?.()
    await new Promise(setImmediate)
  }
  expect(started).toEqual(['lint parallel', 'unit parallel'])
  await end('lint')
  expect(started.at(-1)).toBe('build parallel')
  await end('build')
  expect(started).toHaveLength(3)
  await end('unit')
  expect(started.at(-1)).toBe('browser')
  await end('browser')
  await ended
})
