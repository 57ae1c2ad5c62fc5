// The guides are read once and understood: short sentences, short paragraphs. `npm run writing` prints the figures.
import { describe, expect, it } from 'vitest'
import { comments, offScale } from './writing/code.mjs'
import { guides, guideText, measure } from './writing/guides.mjs'

describe.each(guides())('%s', (page) => {
  const { p90, paragraph, longest } = measure(guideText(page))

  it('has 90 % of its sentences within 22 words', () => {
    expect(p90, longest).toBeLessThanOrEqual(22)
  })

  it('has no paragraph over five sentences', () => {
    expect(paragraph).toBeLessThanOrEqual(5)
  })
})

describe('the measures', () => {
  const sentence = (words: number) => `${Array.from({ length: words }, () => 'word').join(' ')}.`

  it('count the words of a sentence in a paragraph, a list and a table', () => {
    const page = `# A heading of six words here\n\nOne${' two'.repeat(29)}.\n\n- ${sentence(8)}\n\n| ${sentence(6)} | Label |\n`
    expect(measure(page)).toMatchObject({ words: 30 + 8 + 6 + 1, p90: 30 })
  })

  it('end a sentence at its full stop, not in an address, a version or code', () => {
    const page =
      'Read `lib/a. b.ts` of v0.1.0 at a.example. `npm start` does it. Then stop “here.” Start again.'
    expect(measure(page).paragraph).toBe(4)
  })

  it('leave out code, and take lines of one paragraph together', () => {
    const page = `${'One short line.\n'.repeat(6)}\n\`\`\`sh\n${sentence(40)}\n\`\`\`\n`
    expect(measure(page)).toMatchObject({ words: 18, paragraph: 6 })
  })

  it('count comments without the docstrings of what is exported', () => {
    const code = '/** Says why. */\nexport const a = 1\n\n// a remark\nconst b = 2 // beside code\n'
    expect(comments(code)).toEqual({ lines: 3, share: 1 / 3 })
  })

  it('find distances that are not in the scale', () => {
    const css = 'a { padding: 4px 7px; margin-top: 0.5rem; width: 33px; gap: calc(1rem + 3px) }'
    expect(offScale(css, new Set([4, 8, 16]))).toEqual(['7px', '3px'])
  })
})
