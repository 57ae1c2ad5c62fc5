import { SaxesParser, type SaxesTagPlain } from 'saxes'

type Attributes = Record<string, string>
export type XmlEvents = {
  open?: (name: string, attributes: Attributes, line: number) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

export class BrokenXml extends Error {
  readonly line: number
  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

const PIECE = 256 * 1024

/**
 * Reads XML in one pass and tells its elements by their names without prefix. Documents with a DOCTYPE are refused:
 * neither workbooks nor payment files have one, and entities are how XML is made to explode. Throws `BrokenXml`.
 */
export function readXml(xml: string, { open, text, close }: XmlEvents): void {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const fail = (message: string): never => {
    throw new BrokenXml(message, parser.line)
  }
  parser.on('error', (error) => fail(error.message))
  parser.on('doctype', () => fail('a document type is not allowed'))
  if (open) parser.on('opentag', (tag: SaxesTagPlain) => open(local(tag.name), tag.attributes, parser.line))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', (tag: SaxesTagPlain) => close(local(tag.name)))
  for (let from = 0; from < xml.length; from += PIECE) parser.write(xml.slice(from, from + PIECE))
  parser.close()
}

function local(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (name in attributes) return attributes[name]
  const key = Object.keys(attributes).find((each) => local(each) === name)
  return key === undefined ? undefined : attributes[key]
}
