import { describe, expect, it } from 'vitest'
import { mediaTypeOf, safeFileName } from '@/lib/reviews/item/documents'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the type of a document', () => {
  it('is detected from its first bytes', () => {
    expect(mediaTypeOf(bytes('%PDF-1.7 …'))).toBe('application/pdf')
    expect(mediaTypeOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))).toBe('image/png')
    expect(mediaTypeOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg')
  })

  it.each(['<html><script>', 'MZ\u0090', 'PK\u0003\u0004', ' %PDF-1.7', 'GIF89a', '<svg xmlns=', '', '%PD'])(
    '%j is not a supported type',
    (text) => expect(mediaTypeOf(bytes(text))).toBeNull(),
  )
})

describe('the name of a document', () => {
  it.each([
    ['letter.pdf', 'letter.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\me\\Brief.PDF', 'Brief.pdf'],
    ['evil.html', 'evil.html.pdf'],
    ['photo.jpg', 'photo.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
    ['a\u0000b\r\nc"<>|.pdf', 'abc.pdf'],
    ['', 'document.pdf'],
    ['...', 'document.pdf'],
    ['Überweisung 1.pdf', 'Überweisung 1.pdf'],
  ])('%j becomes %j', (given, safe) => expect(safeFileName(given, 'application/pdf')).toBe(safe))

  it('has at most 104 characters', () => {
    expect(safeFileName('x'.repeat(5000), 'image/png')).toHaveLength(104)
  })
})
