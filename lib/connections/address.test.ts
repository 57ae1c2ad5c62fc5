import { describe, expect, it } from 'vitest'
import { checkAddress, originsOf } from './address'

const ALLOWED = ['https://api.provider.example', 'http://127.0.0.1:4010']

describe('the address of a connection', () => {
  it.each([
    'https://api.provider.example/api-v1',
    'https://api.provider.example/api-v1/',
    'https://api.provider.example/eu/api-v1',
    'http://127.0.0.1:4010/api-v1',
  ])('may be %s', (address) => {
    expect(checkAddress(address, ALLOWED)).toEqual({ ok: true, baseUrl: address.replace(/\/$/, '') })
  })
  it.each([
    ['', 'address_malformed'],
    ['api.provider.example/api-v1', 'address_malformed'],
    ['file:///etc/passwd', 'address_malformed'],
    ['https://user:word@api.provider.example/api-v1', 'address_parts'],
    ['https://api.provider.example/api-v1?x=1', 'address_parts'],
    ['https://api.provider.example/api-v1#x', 'address_parts'],
    ['https://api.provider.example/', 'address_path'],
    ['https://api.provider.example/api-v2', 'address_path'],
    ['http://api.provider.example/api-v1', 'address_not_allowed'],
    ['https://api.provider.example:8443/api-v1', 'address_not_allowed'],
    ['https://169.254.169.254/api-v1', 'address_not_allowed'],
    ['https://[::1]/api-v1', 'address_not_allowed'],
    ['https://api.provider.example.evil.example/api-v1', 'address_not_allowed'],
  ])('may not be %s', (address, reason) => {
    expect(checkAddress(address, ALLOWED)).toEqual({ ok: false, reason })
  })
})

it('reads a list of origins, leaving out what is none', () => {
  expect(originsOf('https://a.example/x, http://b.example:8080  nonsense')).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ])
  expect(originsOf('')).toEqual([])
})
