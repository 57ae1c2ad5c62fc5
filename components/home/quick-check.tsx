'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { Asking } from '@/components/verifications/asking'
import { CheckForm } from '@/components/verifications/check-form'
import { EarlierHint } from '@/components/verifications/earlier-hint'
import { ProblemBanner } from '@/components/verifications/problem-banner'
import { useCheck } from '@/components/verifications/use-check'
import { useDraft } from '@/components/verifications/use-draft'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { Block } from './block'

/** The form of the check page in one line; the answer opens there. */
export function QuickCheck({ environment, admin }: { environment: EnvironmentName; admin: boolean }) {
  const t = useTranslations('home')
  const router = useRouter()
  const open = (id: string) => router.push(pages.checkResult(environment, id))
  const draft = useDraft({}, () => run.forget())
  const run = useCheck({ environment, onResult: ({ id }) => open(id) })
  const send = () => run.send(draft.values)
  return (
    <Block title={t('quick')} className="home-check">
      <CheckForm
        environment={environment}
        draft={draft}
        busy={run.since !== null}
        onSend={send}
        autoFocus
        layout="inline"
      >
        {run.since !== null && <Asking since={run.since} iban={draft.values.iban} />}
        {run.problem && (
          <ProblemBanner
            problem={run.problem}
            admin={admin}
            onRetry={send}
            onDrop={() => run.setProblem(null)}
          />
        )}
        {run.since === null && !run.problem && (
          <EarlierHint
            environment={environment}
            iban={draft.values.iban}
            name={draft.values.name}
            onOpen={open}
          />
        )}
      </CheckForm>
    </Block>
  )
}
