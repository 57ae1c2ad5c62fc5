import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ICON_NAMES } from './icon-names'

type Drawing = { __iconData: { node: [string, Record<string, string>][] } }
const LICENSE =
  'Drawings: Lucide, ISC License, Copyright (c) Lucide Icons and Contributors (https://lucide.dev/license)'
const ROOT = path.resolve(import.meta.dirname, '../../..')

const shape = ([tag, { key: _, ...attributes }]: [string, Record<string, string>]) =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')}/>`

async function drawing(name: string): Promise<string> {
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as Drawing
  return `<g id="${name}">${__iconData.node.map(shape).join('')}</g>\n`
}

describe('icons', () => {
  it('icons.svg has the drawing of every name, and no other (npm run icons writes it)', async () => {
    const drawings = await Promise.all(ICON_NAMES.map(drawing))
    const sprite = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n<!-- ${LICENSE} -->\n${drawings.join('')}</svg>\n`
    await expect(sprite).toMatchFileSnapshot('icons.svg')
  })

  it('every name is used by some page', () => {
    const source = ['app', 'components']
      .flatMap((top) =>
        fs
          .readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('icon-names.ts'))
          .map((file) => fs.readFileSync(path.join(ROOT, top, file), 'utf8')),
      )
      .join('')
    expect(
      ICON_NAMES.filter((name) => !source.includes(`'${name}'`) && !source.includes(`"${name}"`)),
    ).toEqual([])
  })
})
