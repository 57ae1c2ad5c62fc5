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
  ['two words', 'credential_characters'],
  ['a\r\nb', 'credential_characters'],
  ['clé', 'credential_characters'],
])('no request carries the secret %j: %s', (secret, code) => {
  expect(problemOf(secret)).toEqual([code])
})

it('spaces around a pasted secret are left out', () => {
  expect(secretInput.parse({ secret: ' s3cret ' })).toEqual({ secret: 's3cret' })
})
