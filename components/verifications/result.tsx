'use client'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useRecent } from '@/components/shell/recent'
import { Banner } from '@/components/ui/banner'
import { pages } from '@/lib/http/paths'
import { isQueued, ResultActions, type ResultActionsProps } from './result-actions'
import { ResultCard } from './result-card'
import { useRefreshing } from './use-refreshing'

export { caseOf } from './result-case'

type ResultProps = Pick<ResultActionsProps, 'check' | 'mayDecide' | 'onAct'> & {
  titleRef: RefObject<HTMLHeadingElement | null>
}

/** A record on the check page: the answer, what is said beside it, and what can be done with it. */
export function Result({ check, titleRef, ...acts }: ResultProps) {
  useRecent({ kind: 'check', href: pages.checkResult(check.environment, check.id), label: check.name })
  useRefreshing(check)
  return (
    <ResultCard
      check={check}
      titleRef={titleRef}
      notice={<Notice check={check} />}
      actions={<ResultActions {...acts} check={check} busy={false} />}
    />
  )
}

function Notice({ check }: Pick<ResultActionsProps, 'check'>) {
  const t = useTranslations('result')
  if (check.differs) return <Banner kind="warning">{t('differs')}</Banner>
  if (!isQueued(check)) return null
  return (
    <Banner
      kind="info"
      title={check.position ? t('queued.position', { position: check.position }) : undefined}
    >
      {t('queued.text')}
    </Banner>
  )
}
