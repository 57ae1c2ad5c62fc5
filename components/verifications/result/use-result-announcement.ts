'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { announce } from '@/components/ui/messages/live-text'
import type { ShownCheck } from '@/components/verifications/desk/queries'
import { useCaseWords } from './case-words'
import { caseOf, checkTitle } from './result-case'

/** Announces a result once, and puts it in the document title: the kind of result, never the name. */
export function useResultAnnouncement(check: ShownCheck | undefined) {
  const t = useTranslations('result')
  const page = useTranslations('check')
  const outcome = useTranslations('outcome.label')
  const { sentence } = useCaseWords()
  const said = useRef(check ? `${check.id} ${check.outcome}` : '')
  const title = check && outcome(check.outcome)
  const key = check ? `${check.id} ${check.outcome}` : ''
  const documentTitle = check ? checkTitle(title ?? '', page('short'), check.id) : page('title')
  useEffect(() => {
    document.title = `${documentTitle} · Accord`
  }, [documentTitle])
  useEffect(() => {
    if (key === said.current) return
    said.current = key
    if (!title || !check) return
    const count = check.comparison?.differences.length
    const values = { title, sentence: sentence(caseOf(check).key) }
    announce(count === undefined ? t('spoken', values) : t('spokenDifferences', { ...values, count }))
  }, [key, title, check, t, sentence])
}
