import { expect, test } from 'vitest'
import { givenTitle } from './view'

test.each([
  ['Salaries of May', 'Salaries of May'],
  ['export-1', null],
  [null, null],
])('an upload of export-1.xml with the title %s shows %s', (title, shown) => {
  expect(givenTitle({ title, fileName: 'export-1.xml' })).toBe(shown)
})
