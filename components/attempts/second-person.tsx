'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import type { UnknownAttemptView } from '@/lib/attempts/view'
import { problemKey } from './problems'
import { useConfirm } from './use-decisions'

/**
 * A decision that waits for a second person, with that person's buttons. The person who decided first sees why somebody
 * else must confirm; both can withdraw the decision.
 */
export function SecondPerson({ attempt, myId }: { attempt: UnknownAttemptView; myId: string }) {
  const t = useTranslations('attempts')
  const words = useRefusalWords('attempts.problem')
  const confirm = useConfirm(attempt)
  const why = useId()
  const { resolution } = attempt
  if (!resolution) return null
  const { kind, proposedBy, upstreamId } = resolution
  if (kind === 'written_off') return null
  const mine = proposedBy.id === myId
  const name = proposedBy.name
  return (
    <div className="mt-4 flex gap-3 rounded-lg border border-border bg-surface-2 px-4 py-3.5">
      <Icon name="users" className="size-4.5 flex-none text-fg-muted" />
      <div className="min-w-0 flex-1">
        <p>
          <b>{t(`second.${kind}.${mine ? 'mine' : 'other'}`, { name })}</b>{' '}
          <Time value={resolution.proposedAt} className="text-fg-muted" />
        </p>
        {kind === 'attached' ? (
          <p>
            <code translate="no" className="font-mono text-sm leading-5">
              {upstreamId}
            </code>
          </p>
        ) : (
          <>
            <p className="whitespace-pre-line wrap-anywhere">{resolution.reason}</p>
            <p className="whitespace-pre-line text-fg-muted wrap-anywhere">
              {t('second.evidence', { evidence: resolution.evidence ?? '' })}
            </p>
          </>
        )}
        <p id={why} className="text-fg-muted">
          {t(`second.${kind}.${mine ? 'whyNot' : 'meaning'}`, { count: attempt.items })}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button
            variant={mine ? 'default' : 'primary'}
            aria-disabled={mine || undefined}
            aria-describedby={why}
            busy={confirm.isPending && confirm.variables}
            onClick={() => !mine && !confirm.isPending && confirm.mutate(true)}
          >
            {t(`second.${kind}.confirm`)}
          </Button>
          <Button
            busy={confirm.isPending && !confirm.variables}
            onClick={() => !confirm.isPending && confirm.mutate(false)}
          >
            {t(mine ? 'second.takeBack' : 'second.refuse')}
          </Button>
        </div>
        {confirm.error && (
          <p role="alert" className="field-error">
            {words(problemKey(confirm.error))}
          </p>
        )}
      </div>
    </div>
  )
}
