import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import en from '@/messages/en/evidence.json' with { type: 'json' }
import fr from '@/messages/fr/evidence.json' with { type: 'json' }
import { verifierPage } from './verifier-page.server'

it('the modules of the page form one script, in which no name is declared twice and no import remains', () => {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(verifierPage(null)) ?? []
  expect(script).toContain('startPage(')
  expect(() => new Script(script)).not.toThrow()
})

it('the page has no plural forms, so none of its numbers counts a noun', () => {
  for (const { verifier } of [en, fr])
    for (const words of Object.values(verifier))
      expect(words).not.toMatch(/\{(count|total|files|releases|entries)\} (?!of \{|sur \{)/)
})
