'use client'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EvidenceButtons } from '@/components/evidence/evidence-buttons'
import { request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { bidiIsolate, toast, toastError } from '@/components/ui/messages/toast'
import { ReasonDialog } from '@/components/ui/overlays/reason-dialog'
import { api } from '@/lib/http/paths'
import { MAX_NOTE_LENGTH } from '@/lib/reviews/reasons'
import { type DecisionView, type ReviewItem, standingDecisions } from '@/lib/reviews/view'
import { DecisionFacts } from './decision-facts'

/** The call and the corrected name may be in the first of two approvals. */
const factsOf = (standing: DecisionView[]) => ({
  callBack: standing.findLast(({ callBack }) => callBack)?.callBack,
  correctedName: standing.findLast(({ correctedName }) => correctedName)?.correctedName,
})

/** A decided item: the decisions, the next item, and a button to reopen it. */
export function DecidedBox({ desk, item }: { desk: Desk; item: ReviewItem }) {
  const t = useTranslations('review')
  const standing = standingDecisions(item.decisions)
  const last = standing.at(-1)
  const byRule = ({ rule }: DecisionView) => t('rule', { name: rule ?? '' })
  // decided by somebody else while it was open, so the list no longer has it
  const next = desk.row === null ? desk.items[0] : undefined
  return (
    <div className="grid gap-2">
      <p role="status" className="mb-1 text-sm">
        {(item.state === 'approved' || item.state === 'rejected') && last
          ? t.rich(`decided.${item.state}`, {
              name: last.by ? (last.by.id === desk.me.id ? t('youCapital') : last.by.name) : byRule(last),
              b: (words) => <b>{words}</b>,
              time: () => <Time value={last.at} />,
            })
          : t('decided.superseded')}
        {last?.reason && <span className="block text-fg-muted">{t(`reason.${last.reason}`)}</span>}
        {item.state !== 'superseded' && <DecisionFacts {...factsOf(standing)} />}
      </p>
      {next && (
        <Button size="lg" onClick={() => desk.show(next.id, { focus: true })}>
          {t('nextOpen')}
        </Button>
      )}
      <EvidenceButtons id={item.verificationId} createdAt={item.createdAt} packs keys={false} />
      {item.state !== 'superseded' && <Reopen desk={desk} item={item} />}
    </div>
  )
}

/** The button stays for people who may not reopen the item, and says why and who may. */
function Reopen({ desk, item }: { desk: Desk; item: ReviewItem }) {
  const t = useTranslations('review')
  const common = useCommonRefusal()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { reopenBlocked: blocked } = item
  const why = blocked && (blocked === 'decides_later' ? t('blocked.later') : t(`reopen.blocked.${blocked}`))
  const reopen = useMutation({
    mutationFn: (note: string) => request(api.reviewReopen(item.id), { body: { note } }),
    onSuccess: () => {
      toast(t('reopen.done', { name: bidiIsolate(item.name) }))
      setOpen(false)
    },
    onError: (error) => toastError(common(error) ?? t('failed.other', { name: bidiIsolate(item.name) })),
    onSettled: desk.refresh,
  })
  return (
    <>
      <Button
        aria-disabled={why !== null || undefined}
        aria-describedby={why === null ? undefined : id}
        onClick={() => (why === null ? setOpen(true) : toast(why))}
      >
        {t('reopen.button')}
      </Button>
      {why !== null && (
        <p id={id} className="text-sm text-fg-muted">
          {why}
        </p>
      )}
      {open && (
        <ReasonDialog
          words={{
            title: t('reopen.title'),
            text: t('reopen.text'),
            reason: t('reasonLabel'),
            confirm: t('reopen.button'),
          }}
          variant="primary"
          busy={reopen.isPending}
          longest={MAX_NOTE_LENGTH}
          onClose={() => setOpen(false)}
          onReason={reopen.mutate}
        />
      )}
    </>
  )
}
