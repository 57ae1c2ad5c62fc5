import type english from '@/messages/en/glossary.json'

/** The words that the glossary explains (messages/en/glossary.json). */
export type Term = keyof typeof english.terms
export type Explained = { word: string; screen?: string; means: string }

/** As a person sees it: the word of the screen before that of the API, and no marks of code. */
export const termTitle = ({ word, screen }: Explained): string => screen ?? word
export const textOf = ({ means }: Explained): string => {
  const plain = means.replaceAll('`', '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
}
