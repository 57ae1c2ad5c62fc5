import { expect, it } from 'vitest'
import { file } from '@/lib/http/download.server'

it.each([
  'suppliers.csv',
  'a\r\nSet-Cookie: a=b.csv',
  'a"; filename="b.exe',
  "a'%0d%0a;b.csv",
  'Zoë – été 表.csv',
])('a file named %j is one attachment with one name, and nothing else in the header', (name) => {
  const { headers } = file({ name, type: 'text/csv; charset=utf-8', bytes: new Uint8Array() })
  const told = headers.get('content-disposition') ?? ''
  expect(told).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[^\s"';,\\]+$/)
  expect(decodeURIComponent(told.split("''")[1] ?? '')).toBe(name)
  expect(headers.get('set-cookie')).toBeNull()
})
