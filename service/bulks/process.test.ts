import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Institution } from '../banks/institution'
import type { Database } from '../database'
import { processBulk } from './process'

const IBAN = 'DE89370400440532013000'
const pending = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `v${n}`, iban: IBAN, name: `Jean Dupont ${n}` }))

/** A database with these pending items, which records the answers and whether the bulk was finished. */
function fakeDatabase(items: { id: string }[]) {
  const state = { stored: [] as string[], finished: false }
  const query = async (text: string, values: unknown[]) => {
    if (text.includes('UPDATE service.verifications')) state.stored.push(...(values[0] as string[]))
    if (text.includes('finished_at = now()')) state.finished = true
    return { rows: text.startsWith('SELECT') ? items : [] }
  }
  return { state, database: { query } as unknown as Database }
}

/** Banks that answer only when they are told to. */
function waitingBanks() {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  const institution: Institution = {
    ask: ({ name }) => {
      asked.push(name)
      return new Promise((resolve) => waiting.push(() => resolve({ partyNameMatch: 'MTCH' })))
    },
  }
  return {
    asked,
    waiting,
    institution,
    answer(count: number) {
      for (const resolve of waiting.splice(0, count)) resolve()
    },
  }
}
const running = new AbortController().signal

it('asks 60 banks at once, in the order of the items, and stores every answer once', async () => {
  const items = pending(130)
  const { state, database } = fakeDatabase(items)
  const banks = waitingBanks()
  const done = processBulk({ database, institution: banks.institution }, 'b', running)
  await turn()
  expect(banks.asked).toEqual(items.slice(0, 60).map(({ name }) => name))
  while (banks.waiting.length > 0) {
    expect(banks.waiting.length).toBeLessThanOrEqual(60)
    banks.answer(7)
    await turn()
  }
  await done
  expect(banks.asked).toHaveLength(130)
  expect(state.stored.toSorted()).toEqual(items.map(({ id }) => id).toSorted())
  expect(state.finished).toBe(true)
})

it('starts no question after a stop, stores the answers that still come, and leaves the bulk unfinished', async () => {
  const { state, database } = fakeDatabase(pending(100))
  const banks = waitingBanks()
  const stopping = new AbortController()
  const done = processBulk({ database, institution: banks.institution }, 'b', stopping.signal)
  await turn()
  stopping.abort()
  banks.answer(60)
  await expect(done).rejects.toThrow('the service is stopping')
  expect(banks.asked).toHaveLength(60)
  expect(state.stored).toHaveLength(60)
  expect(state.finished).toBe(false)
})

it('stores all other answers when a question fails, and leaves the bulk unfinished', async () => {
  const { state, database } = fakeDatabase(pending(10))
  const institution: Institution = {
    ask: async ({ name }) => {
      if (name.endsWith(' 3')) throw new Error('no connection')
      return { partyNameMatch: 'NMTC' }
    },
  }
  await expect(processBulk({ database, institution }, 'b', running)).rejects.toThrow('no connection')
  expect(state.stored.toSorted()).toEqual(['v0', 'v1', 'v2', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9'])
  expect(state.finished).toBe(false)
})
