import { cellText } from '@/lib/tables/xml/write-xml'

/** A cell of a sheet with a text, which never becomes a formula; nothing for an empty text. `style`: of its format. */
export function cellXml(text: string, address: string, prefix: string, style?: string): string {
  if (text === '') return ''
  const t = `<${prefix}t xml:space="preserve">${cellText(text)}</${prefix}t>`
  const s = style === undefined ? '' : ` s="${style}"`
  return `<${prefix}c r="${address}"${s} t="inlineStr"><${prefix}is>${t}</${prefix}is></${prefix}c>`
}
