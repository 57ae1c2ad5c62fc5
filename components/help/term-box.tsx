'use client'
import type { ComponentProps } from 'react'
import { useLocale } from 'use-intl'
import { Link } from '@/components/ui/link'
import { onDemand } from '@/components/ui/on-demand'
import { Popover } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { pages } from '@/lib/http/paths'
import { DEFAULT_LOCALE, knownLocale } from '@/lib/platform/language/locale'
import { type Term, termTitle, textOf } from './terms'

const WORDS = {
  en: onDemand(() => import('@/messages/en/glossary.json').then((words) => words.default)),
  fr: onDemand(() => import('@/messages/fr/glossary.json').then((words) => words.default)),
}

type TermBoxProps = {
  term: Term
  trigger: ComponentProps<typeof Popover>['trigger']
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One word of the glossary, and the way to the others. */
export function TermBox({ term, trigger, open, onOpenChange }: TermBoxProps) {
  const words = WORDS[knownLocale(useLocale()) ?? DEFAULT_LOCALE].use(open)
  const explained = words?.terms[term]
  return (
    <Popover trigger={trigger} label={words?.what ?? '…'} open={open} onOpenChange={onOpenChange}>
      <div className="term-box">
        {words && explained ? (
          <>
            <h3>{termTitle(explained)}</h3>
            <p>{textOf(explained)}</p>
            <Link href={pages.glossary(term)}>{words.open}</Link>
          </>
        ) : (
          <Skeleton className="w-60" />
        )}
      </div>
    </Popover>
  )
}
