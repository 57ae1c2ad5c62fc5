import { describe, expect, it } from 'vitest'
import { extractPdfText } from '@/lib/exports/testing/pdf-text'
import { drawable } from './drawable'
import { Pdf } from './writer.server'

const frame = {
  title: 'A report',
  lang: 'en',
  footer: 'Accord · Check 1',
  notice: 'Demo: answers are simulated',
  watermark: 'SANDBOX',
  page: (page: number, of: number) => `Page ${page} of ${of}`,
  madeAt: new Date('2026-11-21T12:00:00Z'),
} as const

describe('a report', () => {
  it('shows the notice and the page number on every page', async () => {
    const pdf = new Pdf(frame)
    await pdf.table(
      [{ title: 'Row', share: 1 }],
      Array.from({ length: 90 }, (_, n) => [`line ${n}`]),
    )
    const pages = extractPdfText(await pdf.finish())
    expect(pages).toHaveLength(3)
    for (const [index, page] of pages.entries())
      for (const words of [frame.notice, frame.watermark, frame.footer, `Page ${index + 1} of 3`])
        expect(page).toContain(words)
    expect(pages.join(' ').match(/line \d+/g)).toHaveLength(90)
  })

  it('keeps every letter selectable, whatever other reports contain, earlier or concurrently', async () => {
    const values = ['Établi à Besançon ÀÉÎÕÜŹ', 'ELENE BERGER', 'AEIOUZC aeiouzc', '[U+202E]']
    const begun = values.map((value) => {
      const pdf = new Pdf(frame)
      pdf.facts([['Name', value]])
      return { pdf, value }
    })
    for (const { pdf, value } of begun) {
      const words = [`Name ${value}`, 'Name ELENE']
      const between = new Pdf(frame)
      const text = extractPdfText(await pdf.finish()).join(' ')
      between.facts([['Name', 'ELENE']])
      expect([text, extractPdfText(await between.finish()).join(' ')]).toEqual(
        words.map((each) => expect.stringContaining(each)),
      )
    }
  })

  it('omits unknown values and keeps a hash on one line', async () => {
    const pdf = new Pdf({ ...frame, notice: null, watermark: null })
    pdf.facts([
      ['Known', 'f'.repeat(64)],
      ['Not known', null],
    ])
    const [page] = extractPdfText(await pdf.finish())
    expect(page).toContain(`Known ${'f'.repeat(64)}`)
    expect(page).not.toMatch(/Not known|SANDBOX|Demo/)
  })
})

describe('a character missing from the font', () => {
  const latin = (codePoint: number) => codePoint < 0x250

  it('becomes its code point, even outside the BMP', () => {
    expect(drawable('Zoë 中 𠮷', latin)).toBe('Zoë [U+4E2D] [U+20BB7]')
  })

  it('is spelled out when it controls text direction or is invisible', () => {
    expect(drawable('a\u202eb\u200bc\u0000', () => true)).toBe('a[U+202E]b[U+200B]c[U+0000]')
  })

  it("is a plain space when it's one of the Unicode spaces", () => {
    expect(drawable('1\u202f000\u00a0€', latin)).toBe('1 000\u00a0[U+20AC]')
  })
})
