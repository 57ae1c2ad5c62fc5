import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { engines, scripts } from '../package.json'

const CHECK = './scripts/least-node.cjs'

/** What the check of a command prints when Node has this version, and whether the command goes on. */
function run(version: string) {
  const fake = `Object.defineProperty(process, 'version', { value: '${version}' }); require('${CHECK}'); console.log('on')`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', fake], { encoding: 'utf8' })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

it.each(['v12.22.9', 'v18.20.4', 'v20.18.3'])('a command on Node %s ends with one sentence', (version) => {
  const stderr = `Accord needs Node 20.19 or newer to start; this is ${version}. See https://nodejs.org`
  expect(run(version)).toEqual({ status: 1, stdout: '', stderr })
  expect(engines.node).toBe('>=20.19')
})

it.each(['v20.19.0', 'v22.0.0', 'v26.12.1'])('a command runs on Node %s', (version) => {
  expect(run(version)).toEqual({ status: 0, stdout: 'on', stderr: '' })
})

it('every program of package.json checks Node before Node reads it', () => {
  const programs = Object.values(scripts).filter((command) => command.includes('node scripts/'))
  const checked = Object.values(scripts).filter((command) => command.includes(`node -r ${CHECK} scripts/`))
  expect(programs).toEqual([])
  expect(checked.length).toBeGreaterThan(10)
})
