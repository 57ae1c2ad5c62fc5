import { expect, it } from 'vitest'
import { isLoopback } from './loopback.mjs'

it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is loopback',
  (host) => {
    expect(isLoopback(host)).toBe(true)
  },
)

it.each(['127.0.0.1.evil.example', 'localhost.evil.example', '192.0.2.1', '::2', '0.0.0.0', ''])(
  '%s is not',
  (host) => {
    expect(isLoopback(host)).toBe(false)
  },
)
