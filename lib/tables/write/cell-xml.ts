import { cellText } from '@/lib/tables/xml/write-xml'

/** A cell of a sheet with a text, which never becomes a formula; nothing for an empty text. `style`: of its format. */
export function cellXml(text: string, address: string, prefix: string, style?: string): string {
  if (text === '') return ''
  const t = `<${prefix}t xml:space="preserve">${cellText(text)}</${prefix}t>`
  return `<${prefix}c r="${address}"${styleXml(style)} t="inlineStr"><${prefix}is>${t}</${prefix}is></${prefix}c>`
}

/** A cell without a text; `style`: of its format. */
export const emptyCellXml = (address: string, prefix: string, style?: string): string =>
  `<${prefix}c r="${address}"${styleXml(style)}/>`

const styleXml = (style: string | undefined) => (style === undefined ? '' : ` s="${style}"`)
