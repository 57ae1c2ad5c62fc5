// How long the sentences and paragraphs of the guides are.
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../prepare/project.mjs'

/** Made from messages and from the schema; their tests compare them with the source. */
const GENERATED = ['docs/glossary.md', 'docs/tables.md']
/** Below these headings a page is generated from code. */
const GENERATED_FROM = { 'docs/api.md': '\n## Routes\n' }

const FENCE = /^( *)```[\s\S]*?^\1```/gm
/** A shorter text is a label, not a sentence. */
const MIN_WORDS = 4

/** @returns {string[]} the guides, by their path in the project */
export const guides = () => [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'service/README.md'],
  ...fs
    .globSync('docs/**/*.md', { cwd: root })
    .filter((page) => !GENERATED.includes(page))
    .sort(),
]

/** @returns {string} the text of a guide, without what is generated below it */
export function guideText(page, read = (file) => fs.readFileSync(path.join(root, file), 'utf8')) {
  const text = read(page)
  return GENERATED_FROM[page] ? text.split(GENERATED_FROM[page])[0] : text
}

const stripMarkup = (text) =>
  text
    .replaceAll(/`[^`]*`/g, 'Code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\*\*/g, '')

/** @returns {string[]} */
const sentencesOf = (block) =>
  stripMarkup(block)
    .split(/(?<=[.!?]["”)]?)\s+(?=["“(]?[\p{Lu}\d])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

const wordsOf = (text) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

/** Paragraphs, list items and table cells, without code and headings. */
function blocksOf(text) {
  const blocks = []
  let open = false
  for (const line of text.replaceAll(FENCE, '').split('\n')) {
    const words = line.replace(/^\s*>\s?/, '').trim()
    if (words === '' || /^#|^<|^\|?[\s|:-]*$/.test(words)) open = false
    else if (words.startsWith('|')) {
      blocks.push(...words.split(/(?<!\\)\|/).map((cell) => cell.trim()))
      open = false
    } else {
      const item = /^(?:[-*]|\d+\.)\s+/
      if (!open || item.test(words)) blocks.push(words.replace(item, ''))
      else blocks[blocks.length - 1] += ` ${words}`
      open = true
    }
  }
  return blocks.filter((block) => block !== '')
}

/**
 * @param {string} text Markdown
 * @returns {{ words: number, p90: number, long: number, paragraph: number, longest: string }} the words, the sentence length
 *   that 90 % stay within, the share of sentences over 25 words, the most sentences in a paragraph, the longest sentence
 */
export function measure(text) {
  const paragraphs = blocksOf(text).map(sentencesOf)
  const sentences = paragraphs
    .flat()
    .map((sentence) => ({ sentence, words: wordsOf(sentence) }))
    .filter(({ words }) => words >= MIN_WORDS)
    .sort((one, other) => one.words - other.words)
  return {
    words: paragraphs.flat().reduce((sum, sentence) => sum + wordsOf(sentence), 0),
    p90: sentences[Math.ceil(sentences.length * 0.9) - 1]?.words ?? 0,
    long: sentences.filter(({ words }) => words > 25).length / Math.max(1, sentences.length),
    paragraph: Math.max(0, ...paragraphs.map((block) => block.length)),
    longest: sentences.at(-1)?.sentence ?? '',
  }
}
