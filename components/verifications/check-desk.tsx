'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import type { EnvironmentName } from '@/lib/http/paths'
import { ParticipationHint } from './desk/participation-hint'
import type { ShownCheck } from './desk/queries'
import { useCheckDesk } from './desk/use-desk'
import { useDeskKeys } from './desk/use-desk-keys'
import { CheckForm } from './form/check-form'
import { EarlierHint } from './form/earlier-hint'
import { ProblemBanner } from './form/problem-banner'
import { RecentChecks } from './recent-checks'
import { useResultAnnouncement } from './result/use-result-announcement'
import { ResultPane } from './result-pane'

export type CheckDeskProps = {
  environment: EnvironmentName
  /** May fix what needs an admin. */
  admin: boolean
  /** May resolve lost responses. */
  mayDecide: boolean
  /** A record whose name and IBAN fill the form, without its result. */
  prefill?: ShownCheck
}

/** The check page: form on the left, result on the right, the person's own checks of today below. */
export function CheckDesk({ environment, admin, mayDecide, prefill }: CheckDeskProps) {
  const t = useTranslations('check')
  const desk = useCheckDesk(environment, prefill)
  useResultAnnouncement(desk.check)
  const [asked, setAsked] = useState(false)
  const { draft, run, check } = desk
  // a page that opens with a result leaves the focus to it
  const [fresh] = useState(check === undefined)
  const titleRef = useDeskKeys(desk)

  /** What the payer's bank reported was no check, so its pair is checked as a new one. */
  const runAgain = () => {
    if (check?.source === 'bank_report') run.send(draft.values)
    else if (check) run.again(check.id)
  }
  /** The same pair costs again, so this asks first, except where it is free. */
  const checkAgain = () => {
    if (environment === 'sandbox') runAgain()
    else setAsked(check !== undefined)
  }
  const send = () => {
    if (check?.outcome === 'waiting') return
    if (check && check.outcome !== 'not_sent') checkAgain()
    else run.send(draft.values)
  }
  const newCheck = (
    <Button size="sm" icon="plus" keys="n" compact onClick={desk.clear}>
      {t('new')}
    </Button>
  )
  return (
    <Page actions={newCheck}>
      <div
        data-check-desk
        className="grid grid-cols-1 border-b border-border lg:grid-cols-[392px_minmax(0,1fr)]"
      >
        <section
          className="min-w-0 border-border py-7 pr-7 pl-6 max-lg:border-b max-md:px-4 max-md:py-5 lg:border-r"
          aria-labelledby="check-title"
        >
          <h1 id="check-title" className="text-xl">
            {t('title')}
          </h1>
          <p className="mt-1 mb-6 text-fg-muted">{t('lead')}</p>
          <CheckForm
            environment={environment}
            draft={draft}
            known={check ?? prefill}
            busy={run.since !== null}
            autoFocus={fresh}
            onSend={send}
          >
            {run.problem && (
              <ProblemBanner
                problem={run.problem}
                admin={admin}
                onRetry={run.retry}
                onDrop={() => run.setProblem(null)}
              />
            )}
            {!check && run.since === null && !run.problem && (
              <>
                <ParticipationHint environment={environment} iban={draft.values.iban} />
                <EarlierHint
                  environment={environment}
                  iban={draft.values.iban}
                  name={draft.values.name}
                  onOpen={desk.open}
                />
              </>
            )}
          </CheckForm>
        </section>
        <ResultPane {...{ desk, titleRef, mayDecide }} onAgain={checkAgain} />
      </div>
      <RecentChecks environment={environment} onOpen={desk.open} />
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('again.title')}
        confirmLabel={t('again.confirm')}
        onConfirm={() => {
          setAsked(false)
          runAgain()
        }}
      >
        {t(check?.outcome === 'unknown' ? 'again.unknown' : 'again.known')}
      </ConfirmDialog>
    </Page>
  )
}
