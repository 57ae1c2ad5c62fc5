import '@/lib/platform/testing/settings'
import { expect, test } from 'vitest'
import { paymentDigest } from './digests.server'

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
