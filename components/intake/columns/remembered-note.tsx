'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Opened } from '@/components/intake/protocol'
import { TextButton } from '@/components/ui/button'
import { useDateWords } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import type { ColumnMap } from '@/lib/tables/table'
import { forgetColumns, recallColumns } from './remembered'

/**
 * Restores the last column mapping, once per file and only before the person has chosen anything.
 * @returns when it was saved, and a function that undoes it
 */
export function useRemembered(
  userId: string,
  { headers, map, guess, columns }: Opened,
  show: (map: ColumnMap) => void,
): [at: string | null, forget: () => void] {
  const [at, setAt] = useState<string | null>(null)
  const restore = useEffectEvent(show)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const known = recallColumns(userId, headers)
    const all = known ? [known.map.iban, ...known.map.name, ...known.map.instead] : []
    const fits = all.every((index) => (index ?? 0) < columns.length)
    const [remembered, guessed, now] = [known?.map, guess, map].map((each) => JSON.stringify(each))
    if (!known || !fits || remembered === guessed || (now !== guessed && now !== remembered)) return
    setAt(known.at)
    if (now !== remembered) restore(known.map)
  }, [userId, headers, map, guess, columns])
  const forget = () => {
    forgetColumns(userId, headers)
    setAt(null)
    show(guess)
  }
  return [at, forget]
}

/** Shows that the columns were mapped as last time. */
export function RememberedNote({ at, onForget }: { at: string; onForget: () => void }) {
  const t = useTranslations('intake.columns')
  const date = useDateWords()(at, { dateStyle: 'medium' })
  return (
    <Banner kind="info" action={<TextButton onClick={onForget}>{t('forget')}</TextButton>}>
      {t('remembered', { date })}
    </Banner>
  )
}
