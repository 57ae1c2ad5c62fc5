import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compile } from 'tailwindcss'
import { describe, expect, it } from 'vitest'
import allowed from './scale.json'

const read = (file: string) => readFileSync(file, 'utf8')
const globals = read('app/globals.css')
const sheets = globSync('{app,components}/**/*.css').sort()
const scripts = globSync('{app,components}/**/*.tsx').sort()

/** The count per file, without zeros. */
const counted = (files: string[], count: (text: string) => number) =>
  Object.fromEntries(files.map((file) => [file, count(read(file))] as const).filter(([, n]) => n > 0))

describe('the spacing scale', () => {
  const steps = [...globals.matchAll(/--spacing-[^:]+: ([\d.]+)rem;/g)].map(([, rem]) => Number(rem) * 16)
  const onScale = new Set([1, ...steps])

  it('is read from globals.css', () => {
    expect(steps).toContain(14)
    expect(steps).not.toContain(13)
  })

  it('has every pixel value of the style sheets, except those counted in scale.json, which only decrease', () => {
    // a media query is no distance
    const off = (css: string) =>
      [...css.replace(/\/\*.*?\*\/|@(media|container)[^{]*/gs, '').matchAll(/(?<![\w.])([\d.]+)px/g)].filter(
        ([, px]) => !onScale.has(Number(px)),
      ).length
    expect(counted(sheets, off)).toEqual(allowed.sheets)
  })

  it('has every length in a class, except those counted in scale.json, which only decrease', () => {
    const off = (text: string) => [...text.matchAll(/-\[-?[\d.]+(px|rem)\]/g)].length
    expect(counted(scripts, off)).toEqual(allowed.classes)
  })
})

/** Strings in a script that must be classes: in className and cx(), and strings that are mostly classes. */
function words(text: string): { sure: boolean; words: string[] }[] {
  const places = [...text.matchAll(/className="[^"]*"|className=\{[^{}]*\}|cx\([^()]*\)/g)].map(
    ([one]) => one,
  )
  const strings = (part: string) =>
    [...part.replace(/[!=]== '[^']*'/g, '').matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)].map(
      ([, a, b, c]) =>
        (a ?? b ?? c ?? '')
          .replace(/\S*\$\{[^}]*\}\S*/g, ' ')
          .split(/\s+/)
          .filter(Boolean),
    )
  return [
    ...places.flatMap(strings).map((list) => ({ sure: true, words: list })),
    ...strings(text).map((list) => ({ sure: false, words: list })),
  ]
}

describe('the classes of the pages', () => {
  const require = createRequire(import.meta.url)
  const loadStylesheet = async (id: string, base: string) => {
    const file = id === 'tailwindcss' ? require.resolve('tailwindcss/index.css') : path.resolve(base, id)
    return { path: file, base: path.dirname(file), content: read(file) }
  }

  it('are defined by Tailwind or by one of our style sheets', async () => {
    const { build } = await compile(globals, { base: path.resolve('app'), loadStylesheet })
    const all = scripts.flatMap((file) => words(read(file)).map((one) => ({ file, ...one })))
    const css = build(all.flatMap(({ words }) => words)) + sheets.map(read).join('\n')
    const names = css.matchAll(/\.((?:[\w-]|\\.)+)/g)
    const known = new Set([...names].map(([, name]) => name?.replace(/\\(.)/g, '$1')))
    const unknown = all.flatMap(({ file, sure, words }) => {
      const not = words.filter((word) => !known.has(word))
      return sure || not.length < words.length / 2 ? not.map((word) => `${file}: ${word}`) : []
    })
    expect(known.size).toBeGreaterThan(500)
    expect(unknown).toEqual([])
  })
})
