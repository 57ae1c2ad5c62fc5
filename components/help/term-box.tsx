'use client'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import { DEFAULT_LOCALE, knownLocale } from '@/lib/platform/language/locale'
import { type Term, termTitle, textOf } from './terms'

const WORDS = {
  en: () => import('@/messages/en/glossary.json').then((words) => words.default),
  fr: () => import('@/messages/fr/glossary.json').then((words) => words.default),
}

/** Loads the glossary. @returns what explains one of its terms, with a link to the others */
export async function loadTerms(locale: string): Promise<(term: Term) => ReactNode> {
  const words = await WORDS[knownLocale(locale) ?? DEFAULT_LOCALE]()
  return (term) => (
    <>
      <h3 className="first-letter:uppercase">{termTitle(words.terms[term])}</h3>
      <p>{textOf(words.terms[term])}</p>
      <Link href={pages.glossary(term)}>{words.open}</Link>
    </>
  )
}
