'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { useGo } from '@/components/ui/overlays/use-go'
import { pages } from '@/lib/http/paths'
import type { OfficeLimits } from '@/lib/limits/limits'
import { FileLine } from './file/file-line'
import { FileStep } from './file/file-step'
import { LazyColumns, LazyRows, LazySend } from './lazy-steps'
import { Steps } from './steps'
import { type Intake, useIntake } from './use-intake'
import { useStep } from './use-step'

type WizardProps = {
  userId: string
  bulkSize: number
  /** Credits left by our own ledger; null without a balance. */
  credits: number | null
  limits: OfficeLimits
  /** credits this person has spent today without approval */
  spent: number
  /** the file is deleted after this many days */
  originalDays: number
  /** a register of the banks that take part was loaded */
  register: boolean
}

/** A new upload in four steps. The file stays in the browser until Send. */
export function Wizard({ userId, bulkSize, credits, limits, spent, originalDays, register }: WizardProps) {
  const t = useTranslations('intake')
  const go = useGo()
  const intake = useIntake(userId)
  const { state } = intake
  const [step, setStep] = useStep(state)
  useEffect(() => {
    document.title = `${t(`${step}.title`)} · ${t('newUpload')} · Accord`
  }, [step, t])
  return (
    <Page
      breadcrumb={[{ label: t('bulk'), href: pages.bulk() }, { label: t('newUpload') }]}
      beside={<Steps step={step} />}
      actions={<Discard intake={intake} />}
      title={t(`${step}.title`)}
      meta={state.phase === 'ready' ? <FileLine opened={state.opened} /> : undefined}
    >
      {state.phase !== 'ready' || step === 'file' ? (
        <FileStep intake={intake} originalDays={originalDays} onContinue={() => setStep('columns')} />
      ) : step === 'columns' ? (
        <LazyColumns
          key={`${state.opened.hash} ${state.opened.headerRow} ${state.opened.delimiter} ${state.opened.headers.join()}`}
          userId={userId}
          opened={state.opened}
          onMap={intake.setMap}
          onBack={() => setStep('file')}
          onContinue={() => setStep('rows')}
        />
      ) : step === 'rows' ? (
        <LazyRows
          key="rows"
          intake={intake}
          state={state}
          bulkSize={bulkSize}
          onBack={() => setStep('columns')}
          onContinue={() => setStep('send')}
        />
      ) : (
        <LazySend
          key="send"
          {...{ intake, state, bulkSize, credits, limits, spent, userId, register }}
          onBack={() => setStep('rows')}
          onSent={(id) => go(pages.upload(id))}
        />
      )}
    </Page>
  )
}

/** Leaves the wizard; asks only when a file would be lost. */
function Discard({ intake }: { intake: Intake }) {
  const t = useTranslations('intake')
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const file = intake.state.phase === 'ready' ? intake.state.opened : undefined
  const discard = async () => {
    await intake.discard(file?.hash)
    setAsking(false)
    go(pages.bulk())
  }
  return (
    <>
      <Button variant="ghost" size="sm" icon="x" compact onClick={() => (file ? setAsking(true) : discard())}>
        {t('discard.button')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        onConfirm={discard}
        danger
      >
        {t('discard.text')}
      </ConfirmDialog>
    </>
  )
}
