import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasKey, keyOr } from './keys'
import { translator } from './translator.server'

const MESSAGES = path.resolve(import.meta.dirname, '../../../messages')
const t = translator('en', 'users')

/** Never called: the compiler reads it, and fails when one of these lines compiles. */
const refusedByTheCompiler = (code: string) => [
  // @ts-expect-error a key that messages/en does not have
  t('titel'),
  // @ts-expect-error a group of messages is no message
  t('problem'),
  // @ts-expect-error a template whose part may be any text
  t(`problem.${code}`),
  // @ts-expect-error a namespace that no file of messages/en has
  translator('en', 'user'),
  // @ts-expect-error the other key must be one too
  keyOr(t, code, 'problem.nothing'),
]

describe('the keys of the messages', () => {
  it('have a type for every file of messages/en; after a new file: npm run messages', async () => {
    const file = path.join(MESSAGES, 'types.d.ts')
    const names = fs.readdirSync(path.join(MESSAGES, 'en')).map((name) => path.parse(name).name)
    const from = (name: string) => `('./en/${name}.json')`
    const lines = names.sort().map((name) => `      ${name}: typeof import${from(name)}\n`)
    const [before] = fs.readFileSync(file, 'utf8').split(/(?<=Messages: \{\n)/)
    await expect(`${before}${lines.join('')}    }\n  }\n}\n`).toMatchFileSnapshot(file)
  })

  it('do not compile when messages/en does not have them', () => {
    expect(refusedByTheCompiler).toBeTypeOf('function')
  })

  it('that come from outside are looked up, and replaced by another one when there is no message', () => {
    expect(hasKey(t, 'problem.last_admin')).toBe(true)
    expect(hasKey(t, 'problem.new_from_outside')).toBe(false)
    for (const inherited of [
      'problem.constructor',
      'problem.__proto__',
      'problem.last_admin.length',
      'problem',
    ])
      expect(hasKey(t, inherited)).toBe(false)
    expect(keyOr(t, 'problem.own_roles', 'problem.last_admin')).toBe('problem.own_roles')
    expect(keyOr(t, 'problem.new_from_outside', 'problem.last_admin')).toBe('problem.last_admin')
  })
})
