// `npm run writing`: how the guides and the code read, in figures.
import { commentsByFolder, doubledSentences, styles } from './writing/code.mjs'
import { guides, guideText, measure } from './writing/guides.mjs'

const percent = (share) => `${(share * 100).toFixed(1)} %`

const pages = guides().map((page) => ({ page, ...measure(guideText(page)) }))
const total = measure(
  guides()
    .map((page) => guideText(page))
    .join('\n\n'),
)
console.table(
  [...pages, { page: 'all', ...total }].map(({ page, words, p90, long, paragraph }) => ({
    guide: page.replace('docs/decisions/', '').slice(0, 60),
    words,
    p90,
    'over 25': percent(long),
    paragraph,
  })),
)
console.table(
  commentsByFolder().map(({ top, lines, share }) => ({ folder: top, lines, comments: percent(share) })),
)
const { sheets, lines, off } = styles()
console.log(`style sheets: ${sheets} with ${lines} lines, ${off} distances off the scale`)
console.log(`texts of three words or more that two keys have, messages/en: ${doubledSentences().length}`)
