'use client'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { pages } from '@/lib/http/paths'
import { DEFAULT_LOCALE, knownLocale } from '@/lib/platform/language/locale'
import { type Term, termTitle, textOf } from './terms'

const WORDS = {
  en: () => import('@/messages/en/glossary.json').then((words) => words.default),
  fr: () => import('@/messages/fr/glossary.json').then((words) => words.default),
}

/** One term of the glossary, with a link to the others. */
export function TermBox({ term }: { term: Term }) {
  const locale = knownLocale(useLocale()) ?? DEFAULT_LOCALE
  const { data: words } = useQuery({
    queryKey: ['glossary', locale],
    queryFn: WORDS[locale],
    staleTime: Number.POSITIVE_INFINITY,
  })
  const explained = words?.terms[term]
  return (
    <div className="grid w-[min(20rem,80vw)] gap-1.5 text-sm">
      {words && explained ? (
        <>
          <h3 className="first-letter:uppercase">{termTitle(explained)}</h3>
          <p>{textOf(explained)}</p>
          <Link href={pages.glossary(term)}>{words.open}</Link>
        </>
      ) : (
        <Skeleton className="w-56" />
      )}
    </div>
  )
}
