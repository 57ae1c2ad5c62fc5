/**
 * Splits a text into its XML documents. Some banks put several into one file: each with its own declaration, or as
 * `Document` elements without a common root. A container with a root is not split.
 */
export function documentsIn(text: string): string[] {
  return splitBefore(text, '<?xml ').flatMap((part) =>
    rootOf(part) === 'Document' ? eachDocument(part) : [part],
  )
}

function splitBefore(text: string, mark: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(mark, 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (text.slice(from, at).trim() !== '') parts.push(text.slice(from, at))
    from = at
  }
  return [...parts, text.slice(from)]
}

function eachDocument(part: string): string[] {
  const documents: string[] = []
  let from = 0
  for (const end of part.matchAll(/<\/(?:[\w.-]{1,40}:)?Document\s*>/g)) {
    const to = end.index + end[0].length
    documents.push(part.slice(from, to))
    from = to
  }
  if (part.slice(from).trim() === '') return documents
  // a comment after the last document belongs to it
  return rootOf(part.slice(from)) === '' && documents.length > 0
    ? [...documents.slice(0, -1), `${documents.at(-1)}${part.slice(from)}`]
    : [...documents, part.slice(from)]
}

/** The local name of the first element, after declarations and comments. Empty if there is none. */
function rootOf(text: string): string {
  let at = text.indexOf('<')
  while (at >= 0) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null
    if (end === null) return /^<(?:[\w.-]{1,40}:)?([\w.-]{1,40})/.exec(text.slice(at, at + 100))?.[1] ?? ''
    const close = text.indexOf(end, at)
    at = close < 0 ? -1 : text.indexOf('<', close + end.length)
  }
  return ''
}
