import { expect, test } from 'vitest'
import { readingFile } from './file-thread.server'

const table = { encoding: 'utf-8', delimiter: ';', headerRow: 1 }
const map = { iban: 0, name: [1], instead: [], reference: null, note: null }
const bytes = () => new TextEncoder().encode('IBAN;Name\r\nDE89370400440532013000;Ann\r\n')

test('a file is read in a thread', async () => {
  const started = performance.now()
  const found = await readingFile(async (ask) => {
    const opened = await ask('open', { bytes: bytes(), table })
    const rows = [{ row: 1, iban: 'DE89370400440532013000', name: 'Ann', edited: false }]
    return { opened, page: await ask('compare', { rows, map }) }
  })
  console.log('ms', performance.now() - started)
  expect(found).toEqual({
    opened: { rows: 1, headers: ['IBAN', 'Name'] },
    page: { difference: null, edited: 0, unchanged: [] },
  })
})
