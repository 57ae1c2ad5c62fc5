import { describe, expect, it } from 'vitest'
import { cursor, writeCursor } from '@/lib/http/paging'

describe('a cursor', () => {
  it('is decoded to what was encoded', () => {
    const end = { at: '2026-01-05T10:00:00.123Z', id: '0b6b4e5e-6f0f-4d0e-9d4b-2d8f6a3f9a10' }
    expect(cursor.parse(writeCursor(end.at, end.id))).toEqual(end)
  })
  const id = '0b6b4e5e-6f0f-4d0e-9d4b-2d8f6a3f9a10'
  it.each([
    '',
    'x',
    'WyJ4Il0',
    writeCursor('yesterday', '1'),
    writeCursor('2026-02-31T00:00:00Z', id),
    writeCursor('2026-01-05T10:99:00Z', id),
    writeCursor('0000-01-05T10:00:00Z', id),
    writeCursor('2026-01-05T10:00:00.123Z', '-'.repeat(36)),
  ])("is refused when it's forged: %j", (value) => {
    expect(cursor.safeParse(value).success).toBe(false)
  })
})
