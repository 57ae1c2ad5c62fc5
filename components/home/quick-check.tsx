'use client'
import { useTranslations } from 'use-intl'
import { useGo } from '@/components/ui/overlays/use-go'
import { ParticipationHint } from '@/components/verifications/desk/participation-hint'
import { useCheck } from '@/components/verifications/desk/use-check'
import { useDraft } from '@/components/verifications/desk/use-draft'
import { CheckForm } from '@/components/verifications/form/check-form'
import { EarlierHint } from '@/components/verifications/form/earlier-hint'
import { ProblemBanner } from '@/components/verifications/form/problem-banner'
import { WaitingForBank } from '@/components/verifications/form/waiting-for-bank'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { Block } from './block'

/** The form of the check page in one line; the result opens there. */
export function QuickCheck({ environment, admin }: { environment: EnvironmentName; admin: boolean }) {
  const t = useTranslations('check')
  const go = useGo()
  const open = (id: string) => go(pages.checkResult(environment, id))
  const draft = useDraft({}, () => run.forget())
  const run = useCheck({ environment, onResult: ({ id }) => open(id) })
  const send = () => run.send(draft.values)
  return (
    <Block title={t('title')} className="rounded-lg border border-border px-4.5 pt-4 pb-4.5">
      <CheckForm
        environment={environment}
        draft={draft}
        busy={run.since !== null}
        onSend={send}
        autoFocus
        layout="inline"
      >
        {run.since !== null && <WaitingForBank since={run.since} iban={draft.values.iban} />}
        {run.problem && (
          <ProblemBanner
            problem={run.problem}
            admin={admin}
            onRetry={send}
            onDrop={() => run.setProblem(null)}
          />
        )}
        {run.since === null && !run.problem && (
          <>
            <ParticipationHint environment={environment} iban={draft.values.iban} />
            <EarlierHint
              environment={environment}
              iban={draft.values.iban}
              name={draft.values.name}
              onOpen={open}
            />
          </>
        )}
      </CheckForm>
    </Block>
  )
}
