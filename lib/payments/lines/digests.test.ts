import '@/lib/platform/testing/settings'
import { expect, test } from 'vitest'
import { paymentDigest, supplierDigest } from './digests.server'

const rent = { iban: 'DE89370400440532013000', otherAccount: null, amount: '900.00', currency: 'EUR' }

test.each(['NOTPROVIDED', 'Not provided', null])(
  'payments with the EndToEndId %s are equal if their remittance information is',
  (endToEndId) => {
    const digestOf = (remittance: string) => paymentDigest({ ...rent, endToEndId, remittance })
    expect(digestOf('Rent May')).toEqual(digestOf('Rent May'))
    expect(digestOf('Rent May')).not.toEqual(digestOf('Rent June'))
    expect(digestOf('Rent May')).toEqual(
      paymentDigest({ ...rent, endToEndId: 'NOTPROVIDED', remittance: 'Rent May' }),
    )
  },
)

test('payments are equal if account, amount, currency and EndToEndId are, whatever else they say', () => {
  const paid = { ...rent, endToEndId: 'INV-1', remittance: 'Rent May' }
  const digest = paymentDigest(paid)
  expect(paymentDigest({ ...paid, amount: '900', remittance: null })).toEqual(digest)
  for (const change of [
    { amount: '900.01' },
    { currency: 'CHF' },
    { currency: null },
    { endToEndId: 'INV-2' },
    { iban: 'DE02120300000000202051' },
    { iban: null, otherAccount: '4711' },
  ])
    expect(paymentDigest({ ...paid, ...change }), JSON.stringify(change)).not.toEqual(digest)
})

test('no payment is equal to one whose account or amount is unknown', () => {
  const paid = { ...rent, endToEndId: 'INV-1', remittance: null }
  expect(paymentDigest({ ...paid, iban: null })).toBeNull()
  expect(paymentDigest({ ...paid, amount: null })).toBeNull()
})

test('a supplier is who is paid from one account under one name, however it is written', () => {
  const [account, other] = ['FR1420041010050500013M02606', 'DE02120300000000202051']
  const digest = supplierDigest('Müller  GmbH', account)
  expect(digest).not.toBeNull()
  expect(supplierDigest('MULLER GmbH', account)).toEqual(digest)
  for (const same of [supplierDigest('Möller GmbH', account), supplierDigest('Müller GmbH', other)])
    expect(same).not.toEqual(digest)
  expect(supplierDigest('Müller GmbH', null)).not.toEqual(digest)
  for (const name of [null, '', '  ']) expect(supplierDigest(name, account)).toBeNull()
})
