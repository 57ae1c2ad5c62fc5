import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const LIFECYCLE = fileURLToPath(new URL('./lifecycle.mjs', import.meta.url))

/** Runs a program with this `main`, stops it as soon as it prints "up", and returns its exit code. */
function exitCodeAfter(main: string, signal: NodeJS.Signals): Promise<number | null> {
  const program = `import { runWithCleanup } from '${LIFECYCLE}'; await runWithCleanup(${main})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  child.stdout.on('data', (text: Buffer) => text.includes('up') && child.kill(signal))
  return new Promise((resolve) => child.once('exit', resolve))
}

const ALIVE = 'setInterval(() => {}, 1000); console.log("up")'

it('says in a sentence that a disk is full, and ends', () => {
  const error = `Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })`
  const program = `import { runWithCleanup } from '${LIFECYCLE}'; await runWithCleanup(() => { throw ${error} })`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe(
    '\nA disk is full (ENOSPC: no space left on device, write). ' +
      'Make room on the disks of DATA_DIR and of Accord, then try again.\n\n',
  )
})

describe('a program that is stopped by a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'during its work reports with its exit code that the work is not done: %s',
    async (signal, code) => {
      expect(await exitCodeAfter(`() => new Promise(() => { ${ALIVE} })`, signal)).toBe(code)
    },
  )

  it('has ended successfully when it only kept something running', async () => {
    expect(await exitCodeAfter(`() => { setTimeout(() => { ${ALIVE} }) }`, 'SIGTERM')).toBe(0)
  })
})
