import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { verifierPage } from './verifier-page.server'

it('the modules of the page make one script, in which no name occurs twice and no import is left', () => {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(verifierPage(null)) ?? []
  expect(script).toContain('startPage(')
  expect(() => new Script(script)).not.toThrow()
})
