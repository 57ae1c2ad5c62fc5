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
])('no request carries the secret %j: %s', (secret, code) => {
  expect(problemOf(secret)).toEqual([code])
})

it('a secret may contain spaces, as OAuth allows, but those around a pasted one are left out', () => {
  expect(secretInput.parse({ secret: ' \u00a0my s3cret  phrase\n' })).toEqual({ secret: 'my s3cret  phrase' })
})
