import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The oldest versions without a known vulnerability that affects us (SECURITY.md). */
const MINIMUM_VERSIONS = {
  next: '16.4.6', // remote code execution, CSRF by a null origin, image optimiser, cache confusion
  react: '19.3.1', // remote code execution and denial of service in server components
  'react-dom': '19.3.1',
  'next-auth': '4.24.15', // look-alike @ in e-mail addresses, crash on a malformed bearer, cookies of another provider
  papaparse: '5.7.1', // quadratic time on hostile quotes
  prisma: '7.10.0',
  undici: '7.18.2', // unbounded decompression
}

const parts = (version: string) => version.split('.').map(Number)

function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [parts(version), parts(floor)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at === -1 || (a[at] ?? 0) > (b[at] ?? 0)
}

it('compares versions by number', () => {
  expect(isAtLeast('16.10.0', '16.4.6')).toBe(true)
  expect(isAtLeast('16.4.5', '16.4.6')).toBe(false)
})

it.each(Object.entries(MINIMUM_VERSIONS))(
  '%s is not older than %s, everywhere in the tree',
  (name, floor) => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string }>
    }
    const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
    expect(found.length).toBeGreaterThan(0)
    for (const [path, { version }] of found)
      expect(isAtLeast(version, floor), `${path} ${version}`).toBe(true)
  },
)
