'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { Popover } from '@/components/ui/overlays/popover'
import type { Term } from './terms'

const loading = () => <Skeleton className="w-56" />
const TermBox = dynamic(() => loadWithRetry(() => import('./term-box').then((part) => part.TermBox)), {
  loading,
})

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
      <TermBox term={term} />
    </Popover>
  )
}
