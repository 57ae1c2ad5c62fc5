import { expect, it } from 'vitest'
import { secretInput } from './schema'

const problemOf = (secret: string) => {
  const { error } = secretInput.safeParse({ secret })
  return error?.issues.map((issue) => (issue.code === 'custom' ? issue.params?.code : issue.code))
}

it.each([
  ['', 'credential_required'],
  ['  ', 'credential_required'],
  ['x'.repeat(513), 'too_long'],
  ['a\tb', 'credential_characters'],
  ['a\r\nb', 'credential_characters'],
  ['clé', 'credential_characters'],
  ['\u00a0secret', 'credential_characters'],
])('no request carries the secret %j: %s', (secret, code) => {
  expect(problemOf(secret)).toEqual([code])
})

it('a secret is kept as it is: OAuth allows spaces, also at its ends', () => {
  expect(secretInput.parse({ secret: ' my s3cret  phrase ' })).toEqual({ secret: ' my s3cret  phrase ' })
})
