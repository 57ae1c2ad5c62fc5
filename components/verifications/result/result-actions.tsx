'use client'
import { useTranslations } from 'use-intl'
import { EvidenceButtons } from '@/components/evidence/evidence-buttons'
import { Button, ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { IconName } from '@/components/ui/icons/icon'
import { useGo } from '@/components/ui/overlays/use-go'
import type { ShownCheck } from '@/components/verifications/desk/queries'
import { pages } from '@/lib/http/paths'
import { type CardAction, caseOf } from './result-case'

export type ResultActionsProps = {
  check: ShownCheck
  /** May resolve lost responses. */
  mayDecide: boolean
  onAct: (action: Exclude<CardAction, 'review' | 'copyReference'>) => void
}

const ICONS: Partial<Record<CardAction, IconName>> = { bankName: 'refresh-cw', again: 'refresh-cw' }
const KEYS: Partial<Record<CardAction, string>> = { another: 'n' }

/** The actions for a record, in the order of their messages. */
export function ResultActions({ check, mayDecide, onAct }: ResultActionsProps) {
  const t = useTranslations('result.action')
  const go = useGo()
  const { review } = check
  const actions = caseOf(check).actions.filter((action) => {
    if (action === 'review') return review !== null
    return action !== 'cancel' || isQueued(check)
  })
  const buttons = actions.map((action) => {
    if (action === 'copyReference')
      return <CopyButton key={action} text value={check.attempt?.id ?? check.id} label={t(action)} />
    const act = () =>
      action === 'review' && review
        ? go(pages.reviewItem(check.environment, review.id))
        : onAct(action as Parameters<typeof onAct>[0])
    return (
      <Button
        key={action}
        variant={action === 'review' ? 'primary' : undefined}
        icon={action === 'review' ? 'inbox' : ICONS[action]}
        keys={action === 'review' ? 'r' : KEYS[action]}
        onClick={act}
      >
        {t(action)}
      </Button>
    )
  })
  return (
    <>
      {mayDecide && check.attempt?.state === 'unknown' && (
        <ButtonLink href={pages.unknown()}>{t('decide')}</ButtonLink>
      )}
      {buttons}
      {check.outcome !== 'waiting' && <EvidenceButtons {...check} packs={!check.masked} />}
    </>
  )
}

/** True while a check is in our own queue: only then can it be cancelled. */
export const isQueued = (check: ShownCheck): boolean =>
  check.outcome === 'waiting' && check.upstreamId === null && check.attempt?.state === 'ready'
