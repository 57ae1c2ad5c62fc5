'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from './button'
import { announce } from './messages/live-text'
import { useCopy } from './use-copy'

type CopyButtonProps = {
  value: string
  /** The full name with the value: "Copy IBAN". */
  label: string
  /** Shows the label beside the icon. */
  text?: boolean
  className?: string
}

/** Copies a value and confirms it for two seconds. */
export function CopyButton({ value, label, text, className }: CopyButtonProps) {
  const t = useTranslations('ui')
  const [done, setDone] = useState(false)
  const copyText = useCopy()
  const copy = () =>
    copyText(value, () => {
      announce(t('copied'))
      setDone(true)
      setTimeout(() => setDone(false), 2000)
    })
  if (text) {
    return (
      <Button size="sm" icon={done ? 'check' : 'copy'} className={className} onClick={copy}>
        {label}
      </Button>
    )
  }
  return (
    <IconButton size="sm" label={label} icon={done ? 'check' : 'copy'} className={className} onClick={copy} />
  )
}
