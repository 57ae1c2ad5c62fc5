'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Foot } from '../foot'
import { Progress } from '../progress'
import type { Intake } from '../use-intake'
import { FileDrop } from './file-drop'
import { FoundPanel } from './found-panel'
import './file.css'

const CHOOSE = 'intake-file'

/** Step 1: choose a file, see how it was read, correct that. */
export function FileStep({ intake, onContinue }: { intake: Intake; onContinue: () => void }) {
  const t = useTranslations('intake')
  const { state } = intake
  const [hint, setHint] = useState<'several' | 'none' | null>(null)
  const open = (files: File[]) => {
    const [file] = files
    setHint(files.length > 1 ? 'several' : null)
    if (file && files.length === 1) void intake.open(file)
  }
  const errors = hint ? [{ id: CHOOSE, text: t(`file.${hint}`) }] : []
  if (state.phase === 'problem') {
    const { problem } = state
    const line = 'line' in problem ? (problem.line ?? 0) : 0
    errors.push({ id: CHOOSE, text: t(`problem.${problem.problem}`, { line }) })
  }
  return (
    <>
      <div className="intake-body">
        <ErrorSummary errors={errors} />
        <FileDrop id={CHOOSE} onFiles={open} small={state.phase === 'ready'} />
        {state.phase === 'reading' && <Progress label={t('file.reading')} />}
        {state.phase === 'ready' && <FoundPanel opened={state.opened} onChange={intake.reread} />}
      </div>
      <Foot onContinue={() => (state.phase === 'ready' ? onContinue() : setHint('none'))} />
    </>
  )
}
