import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { rewriteTags, type TagName } from './rewrite-tags'

/** XML to append to the n-th row (from 0, in document order), with the prefix of its element. */
export type Markup = (row: number, prefix: string) => string | undefined

const SPANS = /\sspans\s*=\s*(?:"[^"]*"|'[^']*')/
const TAGS = ['row', 'dimension']

/**
 * Adds cells to the rows of a sheet in one pass over its XML, which must be well formed. Everything else is unchanged,
 * except the declared size (`dimension`, `spans`), which would be too small. Throws `BrokenXml` when the sheet has
 * another number of rows than expected.
 */
export function* addCells(xml: Iterable<string>, markup: Markup, rows: number): Generator<string> {
  let seen = 0
  const tag = (text: string, { local, prefix }: TagName): string => {
    if (local === 'dimension') return seen === 0 && text.endsWith('/>') ? '' : text
    if (!text.startsWith('</') && !text.endsWith('/>')) return text.replace(SPANS, '')
    const row = seen++
    return text.startsWith('</') ? (markup(row, prefix) ?? '') + text : text
  }
  yield* rewriteTags(xml, TAGS, { tag, between: (text) => text })
  if (seen !== rows) throw new BrokenXml('rows that were not read', 0)
}
