import { expect, test } from 'vitest'
import { fromDomestic } from './domestic'

test.each([
  ['61109010140000071219812874', 'PL61109010140000071219812874'],
  ['21000418450200051332', 'ES9121000418450200051332'],
  ['30006000011234567890189', 'FR7630006000011234567890189'],
  ['000201231234567890154', 'PT50000201231234567890154'],
])('%s is %s', (number, iban) => {
  expect(fromDomestic(number)).toBe(iban)
})

test.each([
  '61109010140000071219812875',
  '21000418450200051333',
  '000201231234567890155',
  '12345678',
  '370400440532013000',
  'PL61109010140000071219812874',
  '',
])('%s has check digits of no country', (number) => {
  expect(fromDomestic(number)).toBeNull()
})
