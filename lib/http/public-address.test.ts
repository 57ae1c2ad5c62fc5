import { describe, expect, it } from 'vitest'
import { checkPublicUrl, isPublicAddress, originsOf, publicLookup } from './public-address.server'

describe('an IP address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '11.0.0.0',
    '100.63.255.255',
    '169.253.255.255',
    '192.0.1.0',
    '192.167.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2003::',
    '2606:4700::1111',
    '2a00:1450::200e',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.192',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2606:4700::1111%eth0',
    '',
    'localhost',
    '2130706433',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

it.each([
  '0.255.255.255',
  '10.255.255.255',
  '100.127.255.255',
  '169.254.255.255',
  '192.0.0.255',
  '192.0.2.255',
  '192.88.99.255',
  '192.168.255.255',
  '198.19.255.255',
  '198.51.100.255',
  '203.0.113.255',
  '2001:1ff:ffff::',
  '2001:db8:ffff::',
  '2002:ffff::',
  '3fff:fff::',
])('a special range is not public up to its last address %s', (address) =>
  expect(isPublicAddress(address)).toBe(false),
)

describe('an address that somebody typed', () => {
  it.each([
    'https://api.provider.example/api-v1',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/?x=1',
    'https://local.example/',
    'https://localhosts.example/',
  ])('%s may be requested', (address) => expect(checkPublicUrl(address).ok).toBe(true))
  it.each([
    ['', 'address_malformed'],
    ['api.provider.example', 'address_malformed'],
    [`https://a.example/${'x'.repeat(2_000)}`, 'address_malformed'],
    ['http://api.provider.example/', 'address_https'],
    ['ftp://api.provider.example/', 'address_https'],
    ['file:///etc/passwd', 'address_https'],
    ['https://user:word@api.provider.example/', 'address_parts'],
    ['https://@api.provider.example/', 'address_parts'],
    ['https://api.provider.example@127.0.0.1/', 'address_parts'],
    ['https://api.provider.example/#x', 'address_parts'],
    ['https://api.provider.example:22/', 'address_port'],
    // every spelling of loopback and of the metadata service
    ['https://127.0.0.1/', 'address_host'],
    ['https://127.1/', 'address_host'],
    ['https://2130706433/', 'address_host'],
    ['https://0x7f000001/', 'address_host'],
    ['https://0x7f.0.0.1/', 'address_host'],
    ['https://0177.0.0.1/', 'address_host'],
    ['https://017700000001/', 'address_host'],
    ['https://169.254.169.254/latest/', 'address_host'],
    ['https://2852039166/', 'address_host'],
    ['https://127。0。0。1/', 'address_host'],
    ['https://①②⑦.0.0.1/', 'address_host'],
    ['https://[::1]/', 'address_host'],
    ['https://[::ffff:127.0.0.1]/', 'address_host'],
    ['https://[::ffff:7f00:1]/', 'address_host'],
    ['https://[fd00:ec2::254]/', 'address_host'],
    ['https://1.1.1.1/', 'address_host'],
    ['https://localhost/', 'address_host'],
    ['https://LOCALHOST/', 'address_host'],
    ['https://localhost./', 'address_host'],
    ['https://ⓛocalhost/', 'address_host'],
    ['https://web.localhost/', 'address_host'],
    ['https://metadata.google.internal/', 'address_host'],
    ['https://printer.local/', 'address_host'],
    ['https://provider/', 'address_host'],
    ['https://api.provider.example./', 'address_host'],
    ['https://a_b.example/', 'address_host'],
  ])('%s may not be requested: %s', (address, reason) => {
    expect(checkPublicUrl(address)).toEqual({ ok: false, reason })
  })
})

describe('a name', () => {
  const ask = (addresses: string[], all: boolean) =>
    new Promise((done) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      publicLookup((_host, _options, answer) => answer(null, found))('a.example', { all }, (error, address) =>
        done(error ? (error as { code?: string }).code : address),
      )
    })

  it('that resolves to public addresses is returned in the requested form', async () => {
    expect(await ask(['1.1.1.1', '2606:4700::1111'], false)).toBe('1.1.1.1')
    expect(await ask(['1.1.1.1'], true)).toEqual([{ address: '1.1.1.1', family: 4 }])
  })

  it.each([[['127.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['::ffff:169.254.169.254']], [[]]])(
    'that resolves to %j is refused as a whole',
    async (addresses) => {
      expect(await ask(addresses, true)).toBe('address_private')
      expect(await ask(addresses, false)).toBe('address_private')
    },
  )
})

it('reads a list of origins and ignores entries that are no http or https URL', () => {
  expect(originsOf('https://a.example/x, http://b.example:8080  nonsense erp.local:8080')).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ])
  expect(originsOf('')).toEqual([])
})
