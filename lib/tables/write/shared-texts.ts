import { rewriteTags, type TagName } from './rewrite-tags'

const IS_SHARED = /\st\s*=\s*["']s["']/

/** The places of the shared texts that the cells of a sheet use. Throws `BrokenXml`. */
export function placesUsed(xml: Iterable<string>): Set<number> {
  const used = new Set<number>()
  let isShared = false
  let value: string | null = null
  const writer = {
    between(text: string) {
      if (value !== null) value += text
      return ''
    },
    tag(text: string, { local }: TagName) {
      if (local === 'c') isShared = IS_SHARED.test(text)
      else if (!text.startsWith('</')) value = isShared ? '' : null
      else {
        if (value !== null) used.add(Number(value))
        value = null
      }
      return ''
    },
  }
  for (const _ of rewriteTags(xml, ['c', 'v'], writer));
  return used
}

/** The shared texts of a workbook, empty at these places: the others keep theirs. Throws `BrokenXml`. */
export function withoutTexts(xml: Iterable<string>, isGone: (place: number) => boolean): Iterable<string> {
  let place = -1
  let left = false
  return rewriteTags(xml, ['si'], {
    between: (text) => (left ? '' : text),
    tag(text, { prefix }) {
      const closes = text.startsWith('</')
      if (!closes) place += 1
      const isLeft = left
      left = !closes && !text.endsWith('/>') && isGone(place)
      if (left) return `<${prefix}si><${prefix}t/>`
      return isLeft ? `</${prefix}si>` : text
    },
  })
}
