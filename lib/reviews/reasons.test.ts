import { describe, expect, it } from 'vitest'
import { diffNames } from '@/lib/names/compare'
import { proposedReason } from './reasons'

const proposed = (submitted: string, registered: string) =>
  proposedReason(diffNames(submitted, registered).differences)

describe('the suggested reason for an approval', () => {
  it.each([
    ['The Byrne Trust', 'The Byrne Distribution Trust'],
    ['Transports Girard', 'Société Nouvelle des Transports Girard'],
    ['Brouwerij Linde NV', 'Brouwerij Oude Linde NV'],
    ['Garage Renard Nord', 'Garage Renard'],
    ['Garage Renrad', 'Garage Renard Nord'],
    ['Petite Fleur', 'Petite Fleur Bleue'],
    ['Muster Logistik AG', 'Muster Logistik GmbH'],
    ['Marie Martin', 'Marie Durand'],
  ])('is none when a word may name somebody else: %s / %s', (submitted, registered) => {
    expect(proposed(submitted, registered)).toBeNull()
  })

  it.each([
    ['Jean Dupont', 'Jean Michel Dupont', 'same_person_incomplete_name'],
    ['Jhon Smith', 'John Smith', 'spelling_or_accent'],
    ['Lindqvist Sofia', 'Sofia Lindqvist', 'word_order_or_initial'],
    ['Muster Logistik', 'Muster Logistik GmbH', 'legal_form_or_abbreviation'],
    ['Acme Kitchen', 'Food Group S.r.l.', 'trading_name_confirmed'],
  ])('is the one for the difference: %s / %s: %s', (submitted, registered, reason) => {
    expect(proposed(submitted, registered)).toBe(reason)
  })

  it('is empty for a company without its article, because only a person can have an incomplete name', () => {
    expect(proposed('Brouwerij Linde NV', 'Brouwerij De Linde NV')).toBeNull()
  })
})
