'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { Term } from './terms'
import './help.css'

const box = onDemand(() => import('./term-box').then(({ TermBox }) => TermBox))

/** "What does this mean?" beside a word: the sentence of the glossary, loaded when somebody first asks. */
export function TermHelp({ term }: { term: Term }) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const TermBox = box.use(open)
  const look = { size: 'sm', variant: 'ghost', className: 'term-help', icon: 'circle-question-mark' } as const
  if (TermBox && asked) {
    const trigger = <IconButton {...look} label={t('help')} />
    return <TermBox term={term} trigger={trigger} open={open} onOpenChange={setOpen} />
  }
  const ask = () => {
    setAsked(true)
    setOpen(true)
  }
  return <IconButton {...look} label={t('help')} aria-haspopup="dialog" aria-expanded={open} onClick={ask} />
}
