import { expect, it } from 'vitest'
import { bearerOf, makeSecret } from './secret.server'

const secret = makeSecret()
const keyIn = (authorization?: string) =>
  bearerOf(new Request('http://accord.test', { headers: authorization ? { authorization } : {} }))

it.each([`Bearer ${secret}`, `bearer  ${secret}`, `BEARER\t${secret} `])('reads the key in %j', (header) => {
  expect(keyIn(header)).toBe(secret)
})

it.each([
  `Bearer ${secret} ${secret}`,
  `Bearer ${secret}, Basic YTpi`,
  `Bearer ${secret} x`,
  `Bearer x ${secret}`,
  `Bearer ${secret}x`,
  'Bearer',
])('refuses a token that is not exactly a key: %j', (header) => {
  expect(keyIn(header)).toBeNull()
})

it.each([undefined, 'Basic YTpi', `Basic Bearer ${secret}`, secret])(
  'ignores another scheme: %j',
  (header) => {
    expect(keyIn(header)).toBeUndefined()
  },
)
