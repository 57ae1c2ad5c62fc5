import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../service/config'
import { readTree } from './imports.mjs'

const root = path.join(import.meta.dirname, '..')
const modules = new Map(readTree(root).map((module) => [module.file, module.imports.map(({ to }) => to)]))

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Every file that is loaded with this one. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file) || !modules.has(file)) return loaded
  loaded.add(file)
  for (const next of modules.get(file) ?? []) loadedWith(next, loaded)
  return loaded
}

describe('the service as shipped', () => {
  const shipped = [...loadedWith('service/main.ts')]

  it('has no switch for faults: none of its files imports a test file', () => {
    expect(shipped).toContain('service/http/app.ts')
    expect(shipped.filter((file) => /testing\/|\.test\./.test(file))).toEqual([])
    expect(existsSync(path.join(root, 'service/testing/provider.ts'))).toBe(true)
    // a dynamic import would be missed here
    for (const file of shipped) expect(textOf(file), file).not.toMatch(/\bimport\((?!\s*')/)
  })

  it('reads no setting that enables one: the environment is read in one place, by these names', () => {
    const readers = shipped.filter((file) => textOf(file).includes('process.env'))
    expect(readers).toEqual(['service/main.ts'])
    const read = new Set<string | symbol>()
    const env = { DATABASE_URL: 'postgres://x', VERIFICATION_CLIENT_ID: 'a', VERIFICATION_CLIENT_SECRET: 'b' }
    readConfig(
      new Proxy(
        { ...env, NODE_ENV: 'test' },
        {
          get(target, name) {
            read.add(name)
            return Reflect.get(target, name)
          },
        },
      ),
    )
    expect([...read].sort()).toEqual([
      'DATABASE_URL',
      'SERVICE_CLIENTS',
      'SERVICE_JWT_KEY',
      'SERVICE_LATENCY_MS',
      'SERVICE_PORT',
      'SERVICE_REGISTER',
      'VERIFICATION_CLIENT_ID',
      'VERIFICATION_CLIENT_SECRET',
    ])
  })

  it('applies the rate limits of the specification: nothing at its start changes the rates', () => {
    expect(textOf('service/start.ts')).not.toContain('rates')
  })
})
