'use client'
import dynamic from 'next/dynamic'
import { startTransition, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import type { Term } from './terms'

const TermBox = dynamic(() => loadWithRetry(() => import('./term-box').then((part) => part.TermBox)))

const LOOK = 'text-inherit opacity-85 hover:text-fg'

/** "What does this mean?" beside a term: its explanation from the glossary, loaded on first use. */
export function TermHelp({ term, className = LOOK }: { term: Term; className?: string }) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const look = { size: 'sm', variant: 'ghost', className, icon: 'circle-question-mark' } as const
  if (asked) {
    const trigger = <IconButton {...look} label={t('help')} />
    return <TermBox term={term} trigger={trigger} open={open} onOpenChange={setOpen} />
  }
  const ask = () => {
    setOpen(true)
    // as a transition, so the button stays until the box has loaded
    startTransition(() => setAsked(true))
  }
  return <IconButton {...look} label={t('help')} aria-haspopup="dialog" aria-expanded={open} onClick={ask} />
}
