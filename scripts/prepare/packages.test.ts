import { describe, expect, it } from 'vitest'
import { installInputs } from './packages.mjs'

const MANIFEST = { name: 'accord', scripts: { start: 'node start' }, dependencies: { next: '16.4.6' } }
const inputs = (changed: object) => installInputs(JSON.stringify({ ...MANIFEST, ...changed }))

describe('what an install depends on', () => {
  it('is not the scripts, the name or the description', () => {
    expect(inputs({ scripts: {}, name: 'other', description: 'x' })).toBe(inputs({}))
  })

  it.each(['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'engines'])(
    'is %s',
    (name) => {
      expect(inputs({ [name]: { zod: '4.6.7' } })).not.toBe(inputs({}))
    },
  )
})
