import { expect, test } from 'vitest'
import { correctedRows, FIX_ROW, FIX_UPLOAD } from './fix-file'

const id = '6f1c4f0e-5a53-4d8e-9a3f-0d8f6f3f3c11'

test('a row corrects the row that its file names, wherever these columns are, and only in the upload named there', () => {
  const headers = ['IBAN', FIX_UPLOAD, 'Name', FIX_ROW]
  const row = (upload: string, number: string) => ['DE89', upload, 'Ann', number]
  const rows: [number, string[]][] = [
    [1, row(id, '7')],
    [2, row(` ${id} `, ' 12 ')],
    [3, row('0d8f6f3f-5a53-4d8e-9a3f-6f1c4f0e3c11', '8')],
    [4, row(id, '0')],
    [5, row(id, '9 or 10')],
    [6, row(id, '1.5')],
    [7, ['DE89', id]],
  ]
  expect(correctedRows({ headers, id }, rows)).toEqual([
    [1, 7],
    [2, 12],
  ])
  expect(correctedRows({ headers: ['IBAN', 'Name'], id }, rows)).toEqual([])
})
