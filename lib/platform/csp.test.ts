import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, EMPTY_STYLE, newNonce, SONNER_STYLE } from './csp'

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

describe('the policy of a page', () => {
  it("contains the hash of the installed sonner's style sheet", () => {
    const source = readFileSync('node_modules/sonner/dist/index.mjs', 'utf8')
    const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1]
    expect(sha256(JSON.parse(literal ?? '""'))).toBe(SONNER_STYLE)
    expect(sha256('')).toBe(EMPTY_STYLE)
  })

  it('has a new nonce of 128 bits each time', () => {
    const nonces = Array.from({ length: 50 }, newNonce)
    expect(new Set(nonces).size).toBe(50)
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
  })

  it('blocks every script and style element without the nonce', () => {
    const policy = contentSecurityPolicy('n0nce')
    const of = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `)) ?? ''
    expect(of('script-src')).toBe(`script-src 'nonce-n0nce' 'strict-dynamic'`)
    expect(of('style-src')).toContain(`'nonce-n0nce'`)
    expect(of('style-src')).not.toContain('unsafe-inline')
    expect(policy).not.toContain('unsafe-eval')
    expect(of('connect-src')).toBe(`connect-src 'self'`)
    expect(of('frame-ancestors')).toBe(`frame-ancestors 'none'`)
    expect(of('object-src')).toBe(`object-src 'none'`)
    expect(of('form-action')).toBe(`form-action 'self'`)
  })
})
