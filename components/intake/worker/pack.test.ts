import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parseHead, parseRow } from '@/lib/uploads/intake/parse.server'
import { checkedSession } from './testing/checked-session'

test('texts that are cut for sending end with a whole character, and the server takes them', async () => {
  const long = (size: number) => `${'a'.repeat(size - 1)}😀`
  const file = `Name;IBAN;Ref;Note\nAnna Rossi;DE89370400440532013000;${long(200)};${long(1000)}`
  const session = await checkedSession(file, {
    fileName: `${long(255)}.csv`,
    title: long(140),
    map: { iban: 1, name: [0], instead: [], reference: 2, note: 3 },
  })
  const { blob } = await session.pack()
  const [head = '', row = ''] = gunzipSync(new Uint8Array(await blob.arrayBuffer()))
    .toString()
    .split('\n')
  const { fileName, title } = parseHead(Buffer.from(head))
  expect([fileName.isWellFormed(), title?.isWellFormed()]).toEqual([true, true])
  expect(parseRow(Buffer.from(row), 0)).toMatchObject({ reference: 'a'.repeat(199), note: 'a'.repeat(999) })
})
