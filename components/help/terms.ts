import type english from '@/messages/en/glossary.json'

/** The terms in the glossary (messages/en/glossary.json). */
export type Term = keyof typeof english.terms
export type Explained = { word: string; screen?: string; means: string }

/** The title on screen: the term on screen before that of the API, without code formatting. */
export const termTitle = ({ word, screen }: Explained): string => screen ?? word
export const textOf = ({ means }: Explained): string => {
  const plain = means.replaceAll('`', '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
}
