import { expect, test } from 'vitest'
import { readFile } from '@/lib/tables/read/read-file'
import { fileProblemKey } from './file-step'

const ORDERS = '<?xml version="1.0"?><Document><CstmrCdtTrfInitn></CstmrCdtTrfInitn></Document>'

test.each([
  ['nothing', '', 'file_empty'],
  ['a header only', 'Name;IBAN\n', 'header_only'],
  ['no payments', ORDERS, 'no_payments'],
])('a file with %s has a message that says so', (_, text, key) => {
  const found = readFile(new TextEncoder().encode(text))
  expect('problem' in found && fileProblemKey(found)).toBe(key)
})
