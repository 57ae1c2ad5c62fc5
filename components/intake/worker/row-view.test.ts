import { expect, test } from 'vitest'
import { checkedSession } from './testing/checked-session'

const FILE = 'Nom;IBAN\n;DE98370400440532013000\nUwe;DE89370400440532013000\n'

test('a corrected cell is marked as corrected, whatever else is wrong with its row', async () => {
  const session = await checkedSession(FILE)
  session.edit(1, { iban: 'DE89370400440532013000' })
  session.edit(2, { name: 'Uwe Seeler' })
  const [mended, changed] = await session.rows(0, 2)
  expect(mended).toMatchObject({ problems: [{ field: 'name' }], repaired: ['iban', 'name'] })
  expect(changed).toMatchObject({ problems: [], repaired: [] })
})
