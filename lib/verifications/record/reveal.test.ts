import { describe, expect, it } from 'vitest'
import { redactReason, revealInput } from '@/lib/verifications/record/reveal'

const SUBJECT = { name: 'Élodie Müller', matchedName: 'Mueller-Weiß, Elodie' }

describe('the reason of a reveal', () => {
  it.each([
    ['call with élodie about the invoice', 'call with ▮▮▮ about the invoice'],
    ['MULLER asked; Weiss too', '▮▮▮ asked; ▮▮▮ too'],
    ['pays to DE89 3704 0044 0532 0130 00, today', 'pays to [iban], today'],
    ['ticket 4711, invoice of May', 'ticket 4711, invoice of May'],
  ])('is kept without IBANs and names: %s', (given, kept) => expect(redactReason(given, SUBJECT)).toBe(kept))

  it('has 3 to 500 characters that are not blank', () => {
    const accepts = (reason: string) => revealInput.safeParse({ reason }).success
    expect(['', '  x  ', 'x'.repeat(501)].map(accepts)).toEqual([false, false, false])
    expect(['abc', 'x'.repeat(500)].map(accepts)).toEqual([true, true])
  })
})
