// How much of the code is comments and style sheets, and which sentences of the screen are written twice.
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../prepare/project.mjs'

const FOLDERS = ['app', 'bench', 'components', 'e2e', 'lib', 'prisma', 'scripts', 'service', 'worker']
/** Tests apart. */
const CODE = /(?<!\.test)\.(?:tsx?|mjs)$/
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')
const filesUnder = (top, ending) =>
  fs
    .globSync(`${top}/**/*`, { cwd: root })
    .filter((file) => ending.test(file) && !/node_modules|platform\/generated\//.test(file))

const DOCSTRING =
  /^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?=export (?:default )?(?:async )?(?:function|const|class)\b)/gm
/** A comment that has lines of its own. */
const COMMENT = /^ *(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)$/gm

const linesOf = (text) => text.split('\n').filter((line) => line.trim() !== '').length

/** @returns {{ lines: number, share: number }} the lines of code and comments, and how many of them are comments; docstrings apart */
export function comments(text) {
  const rest = text.replaceAll(DOCSTRING, '')
  const commentLines = (rest.match(COMMENT) ?? []).reduce((sum, comment) => sum + linesOf(comment), 0)
  return { lines: linesOf(rest), share: commentLines / Math.max(1, linesOf(rest)) }
}

export const commentsByFolder = () =>
  FOLDERS.map((top) => ({ top, ...comments(filesUnder(top, CODE).map(read).join('\n')) }))

const DISTANCE =
  /(?:^|[\s;{])(?:padding|margin|gap|row-gap|column-gap|inset|top|right|bottom|left)(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?:([^;}]*)/g

/** @returns {string[]} the distances in px, or in rem as px, that are not in the scale of app/globals.css */
export function offScale(css, scale) {
  return [...css.matchAll(DISTANCE)].flatMap(([, value]) =>
    [...value.matchAll(/(?<![\w.-])(\d*\.?\d+)(px|rem)\b/g)]
      .map(([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1))
      .filter((px) => !scale.has(px))
      .map((px) => `${px}px`),
  )
}

export function styles() {
  const sheets = ['app', 'components'].flatMap((top) => filesUnder(top, /\.css$/)).map(read)
  const steps = read('app/globals.css').matchAll(/--spacing-[\w\\.]+:\s*([\d.]+)(rem|px)/g)
  const scale = new Set([...steps].map(([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1)))
  return {
    sheets: sheets.length,
    lines: sheets.reduce((sum, css) => sum + linesOf(css), 0),
    off: sheets.flatMap((css) => offScale(css, scale)).length,
  }
}

const textsOf = (messages) =>
  Object.values(messages).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))

/** @returns {string[]} the texts of three words or more that two keys of the screen have */
export function doubledSentences() {
  const texts = filesUnder('messages/en', /\.json$/).flatMap((file) => textsOf(JSON.parse(read(file))))
  const same = Map.groupBy(texts, (text) => text)
  return [...same]
    .filter(([text, all]) => all.length > 1 && text.split(/\s+/).length > 2)
    .map(([text]) => text)
}
