import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it } from 'vitest'
import {
  createAnsweredRun,
  newPayments,
  readEndToEndIds,
  readReleaseFile,
  release,
} from '@/lib/payments/release/testing/fixtures'
import { createPeople } from '@/lib/payments/testing/people'
import { db } from '@/lib/platform/db.server'
import { RELEASE_FAILPOINTS } from '@/lib/platform/failpoint.server'
import { codeOf } from '@/lib/platform/testing/refusals'

const root = path.resolve(import.meta.dirname, '../../..')
const [analyst, reviewer] = await createPeople()

/** Releases in a separate process that is killed at this failpoint. @returns the signal that ended the process */
async function killedAt(failpoint: string, run: string): Promise<string | null> {
  const script = path.join(root, 'lib/payments/release/testing/release-once.ts')
  const { id, sessionId } = reviewer.actor
  const args = ['--import', './scripts/register.mjs', script, run, id, sessionId]
  const env = { ...process.env, FAILPOINT: failpoint }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  return signal
}

const left = (uploadId: string) => db().paymentLine.count({ where: { uploadId, releaseId: { not: null } } })

it('a release whose process is killed is complete or absent, so that no line is lost or released twice', {
  timeout: 120_000,
}, async () => {
  for (const failpoint of RELEASE_FAILPOINTS) {
    const id = await createAnsweredRun(analyst, newPayments(3), ['match', 'match', 'no_match'])
    expect(await killedAt(failpoint, id)).toBe('SIGKILL')
    const happened = failpoint === 'after_release_commit'
    const releases = { where: { uploadId: id } }
    expect([failpoint, await left(id), await db().paymentRelease.count(releases)]).toEqual(
      happened ? [failpoint, 2, 1] : [failpoint, 0, 0],
    )
    expect(await db().paymentFile.count({ where: { release: { uploadId: id } } })).toBe(happened ? 3 : 0)
    expect(await codeOf(release(id, reviewer))).toBe(happened ? 'run_changed' : 'done')
    expect(readEndToEndIds(await readReleaseFile(id, 1, 'released', analyst))).toEqual(['E-1', 'E-2'])
    expect(readEndToEndIds(await readReleaseFile(id, 1, 'held', analyst))).toEqual(['E-3'])
  }
})
