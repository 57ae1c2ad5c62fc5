import { describe, expect, it } from 'vitest'
import { checkAddress } from './address'
import { connectionInput } from './schema'

const KNOWN = {
  own: ['http://127.0.0.1:4010'],
  allowed: ['https://api.provider.example', 'http://plain.example'],
}

describe('the address of a connection', () => {
  it.each([
    ['https://api.provider.example/api-v1', true],
    ['https://api.provider.example/api-v1/', true],
    ['https://API.Provider.Example:443/api-v1', true],
    ['https://api.provider.example/eu/api-v1', true],
    ['http://127.0.0.1:4010/api-v1', false],
  ])('may be %s', (address, typed) => {
    const baseUrl = address.replace(/\/$/, '').replace('API.Provider.Example:443', 'api.provider.example')
    expect(checkAddress(address, KNOWN)).toEqual({ ok: true, baseUrl, typed })
  })
  it.each([
    ['', 'address_malformed'],
    ['api.provider.example/api-v1', 'address_malformed'],
    ['file:///etc/passwd', 'address_malformed'],
    ['https://user:word@api.provider.example/api-v1', 'address_parts'],
    ['https://@api.provider.example/api-v1', 'address_parts'],
    ['https://api.provider.example\\@evil.example/api-v1', 'address_parts'],
    ['https://evil.example#@api.provider.example/api-v1', 'address_parts'],
    ['https://api.provider.example/api-v1?x=1', 'address_parts'],
    ['https://api.provider.example/api-v1?', 'address_parts'],
    ['https://api.provider.example/api-v1#x', 'address_parts'],
    ['https://api.provider.example/', 'address_path'],
    ['https://api.provider.example/api-v2', 'address_path'],
    ['https://api.provider.example/api-v1/../admin', 'address_path'],
    ['https://api.provider.example/%2e%2e/x;/api-v1', 'address_path'],
    ['http://api.provider.example/api-v1', 'address_https'],
    ['http://plain.example/api-v1', 'address_https'],
    ['http://127.0.0.1:4011/api-v1', 'address_https'],
    ['https://api.provider.example:8443/api-v1', 'address_not_allowed'],
    ['https://api.provider.example./api-v1', 'address_not_allowed'],
    ['https://169.254.169.254/api-v1', 'address_not_allowed'],
    ['https://2852039166/api-v1', 'address_not_allowed'],
    ['https://0x7f.1/api-v1', 'address_not_allowed'],
    ['https://[::1]/api-v1', 'address_not_allowed'],
    ['https://[::ffff:169.254.169.254]/api-v1', 'address_not_allowed'],
    ['https://api.provider.example.evil.example/api-v1', 'address_not_allowed'],
    ['https://xn--pi-7ka.provider.example/api-v1', 'address_not_allowed'],
  ])('may not be %s: %s', (address, reason) => {
    expect(checkAddress(address, KNOWN)).toEqual({ ok: false, reason })
  })
})

it('a connection without any value is refused with all its fields at once', () => {
  const { error } = connectionInput.safeParse({ name: '', baseUrl: ' ', clientId: '', secret: '' })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['name', 'baseUrl', 'clientId', 'secret'])
})
