import { expect, it } from 'vitest'
import { execute } from '../processes/run.mjs'

const project = new URL('project.mjs', import.meta.url).href

it('prints how long each step of a start took, in the order in which they end', async () => {
  const script = `import { say, timed } from '${project}'
    let tablesAreThere
    const tables = timed('tables', () => new Promise((resolve) => (tablesAreThere = resolve)))
    say(await timed('build', async () => '.next'))
    tablesAreThere()
    await tables`
  const { stdout } = await execute('node', ['--input-type=module', '--eval', script], { capture: true })
  const at = String.raw`\[\d+\.\d s\]`
  const lines = [`${at} build: \\d+\\.\\d s`, `${at} \\.next`, `${at} tables: \\d+\\.\\d s`]
  expect(stdout).toMatch(new RegExp(`^${lines.join('\n')}\n$`))
})
