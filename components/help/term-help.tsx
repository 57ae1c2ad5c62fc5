'use client'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { IconButton, TextButton } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { Popover } from '@/components/ui/overlays/popover'
import type { Term } from './terms'

const LOOK = 'text-inherit opacity-85 hover:text-fg'

type TermHelpProps = {
  term: Term
  /** The term as it is on the screen. */
  word: string
  className?: string
}

/** "What does “Match” mean?" beside a term: its explanation from the glossary, loaded on first use. */
export function TermHelp({ term, word, className = LOOK }: TermHelpProps) {
  const label = useTranslations('ui')('help', { word })
  const trigger = <IconButton size="sm" icon="circle-question-mark" className={className} label={label} />
  return (
    <Popover trigger={trigger} label={label}>
      <Explanation term={term} />
    </Popover>
  )
}

function Explanation({ term }: { term: Term }) {
  const t = useTranslations('ui')
  const locale = useLocale()
  const { data, isError, refetch } = useQuery({
    queryKey: ['glossary', locale],
    queryFn: () => import('./term-box').then(({ loadTerms }) => loadTerms(locale)),
    networkMode: 'always', // offline it fails instead of waiting
  })
  return (
    <div className="grid w-[min(20rem,80vw)] gap-1.5 text-sm">
      {data?.(term) ??
        (isError ? (
          <p role="alert">
            {t('helpFailed')} <TextButton onClick={() => refetch()}>{t('tryAgain')}</TextButton>
          </p>
        ) : (
          <Skeleton className="w-56" />
        ))}
    </div>
  )
}
