// `npm run bench -- live`: one upload with many watchers. Database queries per change must not grow with the watchers,
// and a message must cost hardly more than from a minimal event stream. Prints ratios.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import './live/next.mjs'
import { openWatchers, type Watchers, waitForFrames } from './live/watchers'
import { openBenchOffice } from './office/office'
import { median, printLimits } from './report/report'

const FEW = 10
const MANY = 1_000
/** A person may have 50 streams. */
const PEOPLE = 25
const CHANGES = 25
const ROUNDS = 5
const BULKS = 50

const office = await openBenchOffice()
const { db } = await import('@/lib/platform/db.server')
const { receiveUpload } = await import('@/lib/uploads/intake/receive.server')
const { touchUpload } = await import('@/lib/uploads/sending/lock.server')
const { keptRows, linesOf, requestOf } = await import('@/lib/uploads/testing/body')
const { closeQueue } = await import('@/lib/uploads/testing/office')
const { insertConnection, NOWHERE } = await import('@/lib/connections/testing/connection')
const { insertPerson } = await import('@/lib/auth/testing/people')

type Usage = { cpuMs: number; queries: number }
/** Sends a message to the child, if any. @returns its next message */
async function request<T>(child: ChildProcess, message?: object): Promise<T> {
  const answer = once(child, 'message')
  if (message) child.send(message)
  return (await answer)[0] as T
}

/** @returns the server's cost per change, after every watcher has received every frame */
async function measure(
  server: ChildProcess,
  watchers: Watchers,
  count: number,
  change: () => Promise<unknown>,
) {
  const changeAndWait = async () => {
    const expected = watchers.frames + count
    await change()
    await waitForFrames(watchers, expected)
  }
  await changeAndWait()
  const before = await request<Usage>(server, { kind: 'sample' })
  for (let n = 0; n < CHANGES; n++) await changeAndWait()
  const after = await request<Usage>(server, { kind: 'sample' })
  return {
    queries: (after.queries - before.queries) / CHANGES,
    cpuMs: (after.cpuMs - before.cpuMs) / (CHANGES * count),
  }
}

try {
  await insertConnection(NOWHERE, 20)
  const analyst = await insertPerson()
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => insertPerson('reviewer')))
  const { id } = await receiveUpload(requestOf(linesOf(keptRows(BULKS * 20))), analyst)
  const server = fork(path.join(import.meta.dirname, 'live/server.ts'), {
    execArgv: [...process.execArgv, '--import', new URL('live/next.mjs', import.meta.url).href],
    env: { ...process.env, BENCH_ACTORS: JSON.stringify(people.map(({ actor }) => actor)) },
  })
  const { port } = await request<{ port: number }>(server)
  const url = (which: string) => `http://127.0.0.1:${port}/${which}`
  const change = () => db().$transaction((tx) => touchUpload(tx, id))

  const few = await openWatchers(url('ours'), FEW)
  const withFew = await measure(server, few, FEW, change)
  few.close()
  const [ours, bare] = [await openWatchers(url('ours'), MANY), await openWatchers(url('bare'), MANY)]
  const rounds: { ours: { cpuMs: number; queries: number }; bare: { cpuMs: number } }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const result = await measure(server, ours, MANY, change)
    const send = async () => server.send({ kind: 'frame', text: ours.last })
    rounds.push({ ours: result, bare: await measure(server, bare, MANY, send) })
  }
  const queries = median(rounds.map((round) => round.ours.queries))
  const ratio = median(rounds.map((round) => round.ours.cpuMs / round.bare.cpuMs))
  console.log(
    `${MANY} watchers, frames of ${ours.last.length} bytes: ` +
      `${(median(rounds.map((round) => round.ours.cpuMs)) * 1000).toFixed(0)} µs a message, ` +
      `${(median(rounds.map((round) => round.bare.cpuMs)) * 1000).toFixed(0)} µs from a minimal stream`,
  )
  process.exitCode = printLimits([
    [`queries a change, ${MANY} watchers / ${FEW}`, queries / withFew.queries, 1.1],
    ['CPU a message / minimal event stream', ratio, 1.5],
  ])
  for (const watchers of [ours, bare]) watchers.close()
  server.disconnect()
  await closeQueue()
} finally {
  await db().$disconnect()
  await office.close()
}
