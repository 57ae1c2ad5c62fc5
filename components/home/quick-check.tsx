'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { CheckProblem } from '@/components/verifications/check-problem'
import { useCheck } from '@/components/verifications/desk/use-check'
import { useDraft } from '@/components/verifications/desk/use-draft'
import { CheckForm } from '@/components/verifications/form/check-form'
import { judge } from '@/components/verifications/form/judge'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { Block } from './block'

/** The form of the check page in one line; the answer opens there. */
export function QuickCheck({ environment, admin }: { environment: EnvironmentName; admin: boolean }) {
  const t = useTranslations('home')
  const router = useRouter()
  const open = (id: string) => router.push(pages.checkResult(environment, id))
  const draft = useDraft({}, () => run.forget())
  const run = useCheck({ environment, onResult: ({ id }) => open(id) })
  const known = judge.use(draft.values.iban !== '')
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
        {known && run.since !== null && <known.Asking since={run.since} iban={draft.values.iban} />}
        {run.problem && (
          <CheckProblem
            problem={run.problem}
            admin={admin}
            onRetry={send}
            onDrop={() => run.setProblem(null)}
          />
        )}
        {known && run.since === null && !run.problem && (
          <known.EarlierHint
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
