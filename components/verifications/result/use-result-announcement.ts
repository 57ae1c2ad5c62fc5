'use client'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { announce } from '@/components/ui/messages/live-text'
import { useOnChange } from '@/components/ui/use-on-change'
import type { ShownCheck } from '@/components/verifications/desk/queries'
import { useCaseWords } from './case-words'
import { caseOf, checkTitle } from './result-case'

/** Announces a result once, and puts it in the document title: the kind of result, never the name. */
export function useResultAnnouncement(check: ShownCheck | undefined) {
  const t = useTranslations('result')
  const page = useTranslations('check')
  const outcome = useTranslations('outcome.label')
  const { sentence } = useCaseWords()
  const title = check && outcome(check.outcome)
  const documentTitle = check ? checkTitle(title ?? '', page('short'), check.id) : page('title')
  useEffect(() => {
    document.title = `${documentTitle} · Accord`
  }, [documentTitle])
  useOnChange(check ? `${check.id} ${check.outcome}` : null, () => {
    if (!title || !check) return
    const count = check.comparison?.differences.length
    const values = { title, sentence: sentence(caseOf(check).key) }
    announce(count === undefined ? t('spoken', values) : t('spokenDifferences', { ...values, count }))
  })
}
