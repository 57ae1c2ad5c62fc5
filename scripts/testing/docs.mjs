// Every command in the documentation: in fenced shell blocks and in running text.
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../prepare/project.mjs'

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'service/README.md']
const FENCE = /^( *)```(\w*)\n([\s\S]*?)^\1```/gm
const SHELL = ['sh', 'bash', 'shell', 'console', '']
const IN_TEXT = /`((?:npm|npx|node|curl) [^`\n]+)`/g

/** @returns {string[]} the pages, by path */
export const docPages = () => [
  ...PAGES,
  ...fs
    .readdirSync(path.join(root, 'docs'))
    .flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
]

/** @returns {{ page: string, language: string, text: string }[]} the fenced blocks, without their indentation */
export function fencedBlocks() {
  return docPages().flatMap((page) =>
    [...fs.readFileSync(path.join(root, page), 'utf8').matchAll(FENCE)].map(([, indent, language, text]) => ({
      page,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    })),
  )
}

/** Joins lines that end in a backslash; what follows a lone `#` is a comment. */
const commandsOf = (block) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$|^#.*$/, '').trim())
    .filter((line) => line !== '')

/** @returns {{ page: string, command: string }[]} each command once per page */
export function documentedCommands() {
  const fenced = fencedBlocks()
    // a script is run as a whole, by e2e/docs.spec.ts
    .filter(({ language, text }) => SHELL.includes(language) && !text.startsWith('#!'))
    .flatMap(({ page, text }) => commandsOf(text).map((command) => ({ page, command })))
  const inText = docPages().flatMap((page) => {
    const text = fs.readFileSync(path.join(root, page), 'utf8').replaceAll(FENCE, '')
    return [...text.matchAll(IN_TEXT)].map(([, command]) => ({ page, command }))
  })
  const keys = new Set()
  return [...fenced, ...inText].filter(({ page, command }) => {
    const key = `${page} ${command}`
    return !keys.has(key) && keys.add(key)
  })
}
