import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import words from '@/messages/en/audit.json' with { type: 'json' }

const ACTION = /(?:action: |written\(|what: )'([a-z_]+)\.([a-z_]+)'/g

const sources = ['lib', 'worker', 'prisma/demo'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.includes('generated'))
    .map((file) => path.join(top, file)),
)

/** Every action in the sources that is written to the audit log. */
const actions = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(ACTION)].map(([, noun = '', verb = '']) => ({ noun, verb })),
)

describe('the audit log', () => {
  it('has a message for every action that the program writes', () => {
    expect(actions.length).toBeGreaterThan(30)
    const known = words.action as unknown as Record<string, Record<string, string>>
    const mute = actions
      .filter(({ noun, verb }) => !known[noun]?.[verb])
      .map(({ noun, verb }) => `${noun}.${verb}`)
    expect([...new Set(mute)]).toEqual([])
  })
})
