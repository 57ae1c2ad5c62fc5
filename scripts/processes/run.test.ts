import { expect, it } from 'vitest'
import { execute } from './run.mjs'

const HOUR = 60 * 60_000

it('lets a command run for longer than the allowed silence, while it prints', async () => {
  const slow = 'for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.3; done; exit 3'
  const timeouts = { silence: 2_000, total: HOUR }
  expect(await execute('sh', ['-c', slow], { timeouts })).toEqual({ code: 3, stdout: '', output: '' })
})

it('ends a command that has been silent for too long, with every process it started', async () => {
  const timeouts = { silence: 300, total: HOUR }
  const { code, ended } = await execute('sh', ['-c', 'sleep 600 & wait'], { timeouts })
  expect({ code, ended }).toEqual({ code: null, ended: 'nothing was printed for 0.3 s' })
})

it('ends a command that never stops printing', async () => {
  const timeouts = { silence: HOUR, total: 300 }
  const { ended } = await execute('sh', ['-c', 'while :; do echo .; sleep 0.1; done'], { timeouts })
  expect(ended).toBe('it was not done after 0.3 s')
})

it('prefixes every line of a command with its label, also a last line without a newline', async () => {
  const program = `import { execute } from '${new URL('run.mjs', import.meta.url)}'
    await execute('sh', ['-c', 'echo one; printf two'], { label: 'unit' })`
  const { output } = await execute('node', ['--input-type=module', '-e', program], { capture: true })
  expect(output).toBe('unit | one\nunit | two\n')
})
