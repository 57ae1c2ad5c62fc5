import { describe, expect, it } from 'vitest'
import { cursor, pageSize, writeCursor } from '@/lib/http/paging'

describe('a page size', () => {
  it.each(['1', '50', '100'])('may be %s', (value) => {
    expect(pageSize.safeParse(value).success).toBe(true)
  })
  it.each(['0', '-1', '1.5', 'NaN', '', ' 1 ', '0x10', '1e9', '１', '101', '9007199254740993'])(
    'is never %j',
    (value) => {
      const result = pageSize.safeParse(value)
      expect(result.success).toBe(false)
      expect(JSON.stringify(result.error?.issues)).toContain('"pagination"')
    },
  )
})

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
