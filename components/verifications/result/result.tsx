'use client'
import { type RefObject, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useRecent } from '@/components/page/recent'
import { Banner } from '@/components/ui/messages/banner'
import { type CheckDeskState, inDesk } from '@/components/verifications/desk/use-desk'
import { pages } from '@/lib/http/paths'
import { isQueued, ResultActions, type ResultActionsProps } from './result-actions'
import { ResultCard } from './result-card'
import type { CardAction } from './result-case'
import { useRefreshing } from './use-refreshing'

export type ResultProps = Pick<ResultActionsProps, 'check' | 'mayDecide'> & {
  desk: CheckDeskState
  titleRef: RefObject<HTMLHeadingElement | null>
  /** the same pair again */
  onAgain: () => void
}

/** A record on the check page: the result, notices, and actions. */
export function Result({ desk, check, titleRef, mayDecide, onAgain }: ResultProps) {
  useRecent({ kind: 'check', href: pages.checkResult(check.environment, check.id), label: check.name })
  useRefreshing(check)
  useFocusOnArrival(desk.arrived, check.id, titleRef)
  return (
    <ResultCard
      check={check}
      titleRef={titleRef}
      notice={<Notice check={check} />}
      actions={<ResultActions {...{ check, mayDecide }} onAct={(action) => act(desk, action, onAgain)} />}
    />
  )
}

/** A result that was checked here takes the focus once, so that its shortcuts work. */
function useFocusOnArrival(
  arrived: CheckDeskState['arrived'],
  id: string,
  title: RefObject<HTMLHeadingElement | null>,
) {
  useEffect(() => {
    if (arrived.current !== id) return
    arrived.current = null
    if (inDesk(document.activeElement)) title.current?.focus({ preventScroll: true })
  }, [arrived, id, title])
}

function Notice({ check }: Pick<ResultActionsProps, 'check'>) {
  const t = useTranslations('result')
  if (check.differs)
    return (
      <Banner kind="warning" className="mb-4">
        {t('differs')}
      </Banner>
    )
  if (!isQueued(check)) return null
  return (
    <Banner
      kind="info"
      className="mb-4"
      title={check.position ? t('queued.position', { position: check.position }) : undefined}
    >
      {t('queued.text')}
    </Banner>
  )
}

function act(desk: CheckDeskState, action: CardAction, again: () => void) {
  const { draft, check, run } = desk
  const { refs } = draft
  if (action === 'another') desk.clear()
  if (action === 'cancel' && check) desk.cancel(check.id)
  if (action === 'again') {
    if (check?.outcome === 'not_sent') run.send(draft.values)
    else again()
  }
  if (action === 'editIban') refs.iban.current?.focus()
  if (action === 'edit' || action === 'editName') refs.name.current?.select()
  if (action === 'bankName' && check?.matchedName) {
    draft.set({ name: check.matchedName })
    refs.button.current?.focus()
  }
}
