'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { LimitsForm } from './limits-form'
import { limitsQuery, triedQuery } from './queries'
import { TriedTable } from './tried-table'

/** The limits, and the people who come close to them. */
export function LimitsView() {
  const t = useTranslations('limits')
  const { data: limits } = useQuery(limitsQuery)
  const { data: tried } = useQuery(triedQuery)
  return (
    <Page title={t('title')} meta={t('lead')}>
      {limits && <LimitsForm saved={limits} />}
      {tried && <TriedTable items={tried.items} />}
    </Page>
  )
}
