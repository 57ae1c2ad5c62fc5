'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorSummary } from '@/components/ui/fields/error-summary'
import { Banner } from '@/components/ui/messages/banner'
import { toastError } from '@/components/ui/messages/toast'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import type { TableOptions, TableProblem } from '@/lib/tables/table'
import { Progress } from '../progress'
import { StepBody } from '../step-body'
import { StepFooter } from '../step-footer'
import type { Intake } from '../use-intake'
import { useWhenReady } from '../use-when-ready'
import { FileDrop } from './file-drop'
import { takeHandedOverFiles } from './file-handover'
import { useFileLine } from './file-line'
import { ReadyFiles } from './file-links'
import { FormatPanel } from './format-panel'
import { PasteRows } from './paste-rows'
import { FilePreview } from './preview'
import { SameFile } from './same-file'
import { useFilePlace } from './use-file-place'

const CHOOSE = 'intake-file'

type FileStepProps = { intake: Intake; originalDays: number; onContinue: () => void }

/** Step 1: choose a file, see how it was read, and correct that. */
export function FileStep({ intake, originalDays, onContinue }: FileStepProps) {
  const t = useTranslations('intake')
  const { state } = intake
  const line = useFileLine(state.phase === 'ready' ? state.opened : null)
  useChangeAnnouncement(line, line)
  const placeOf = useFilePlace()
  const [hint, setHint] = useState<'several' | 'none' | 'pasteNone' | 'sampleFailed' | null>(null)
  const open = (files: File[]) => {
    const [file] = files
    setHint(files.length > 1 ? 'several' : null)
    if (file && files.length === 1) void intake.open(file)
  }
  const openHandedOver = useEffectEvent(() => {
    const files = takeHandedOverFiles()
    if (files.length > 0) open(files)
  })
  useEffect(() => openHandedOver(), [])
  const paste = (text: string) => {
    setHint(text.trim() === '' ? 'pasteNone' : null)
    if (text.trim() !== '') void intake.paste(text, t('file.pastedName'))
  }
  const reread = async (options: TableOptions) => {
    if (!(await intake.reread(options))) toastError(t('found.refused'))
  }
  const hasFile = state.phase === 'ready' || state.phase === 'reading'
  const [goOn, waiting] = useWhenReady(state.phase === 'ready', onContinue, hasFile)
  const texts = hint ? [t(`file.${hint}`)] : []
  if (state.phase === 'problem') {
    const sentence = t(`problem.${fileProblemKey(state.problem)}`, { line: lineOf(state.problem) })
    texts.push(`${sentence} ${placeOf(state.problem)}`.trimEnd())
  }
  return (
    <>
      <StepBody>
        <ErrorSummary errors={texts.map((text) => ({ id: CHOOSE, text }))} />
        <FileDrop id={CHOOSE} days={originalDays} onFiles={open} small={state.phase === 'ready'} />
        {state.phase === 'reading' && <Progress label={t('file.reading')} />}
        {state.phase === 'reading' && state.first && (
          <FilePreview opened={state.first.opened} rows={state.first.rows} />
        )}
        {state.phase !== 'ready' && (
          // hidden while reading, so that pasted text is still there if it isn't a table
          <div className="contents" hidden={state.phase === 'reading'}>
            <ReadyFiles onSample={(file) => open([file])} onFailure={() => setHint('sampleFailed')} />
            <PasteRows onPaste={paste} />
          </div>
        )}
        {state.phase === 'ready' && (
          <>
            <SameFile hash={state.opened.hash} />
            {state.opened.completes && <Banner kind="info">{t('completes')}</Banner>}
            <FormatPanel opened={state.opened} onChange={reread} />
          </>
        )}
      </StepBody>
      <StepFooter onContinue={() => (hasFile ? goOn() : setHint('none'))} busy={waiting} />
    </>
  )
}

/** Three reasons why a file isn't text have one message, and an empty file has one that says what it has. */
export function fileProblemKey(found: TableProblem | { problem: 'unreadable' }) {
  const { problem } = found
  if (problem === 'encoding_undetermined' || problem === 'csv_nul') return 'unreadable'
  if (problem !== 'file_empty' || lineOf(found) === 0) return problem
  return 'element' in found ? 'no_payments' : 'header_only'
}

const lineOf = (problem: { line?: number } | object) => ('line' in problem ? (problem.line ?? 0) : 0)
