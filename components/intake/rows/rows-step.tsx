'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { usePercent } from '@/components/ui/format'
import { Foot } from '../foot'
import { ProblemBox } from '../problem-box'
import { Progress } from '../progress'
import { SHOWS, type Summary } from '../protocol'
import type { Intake, IntakeState } from '../use-intake'
import { useWhenReady } from '../use-when-ready'
import { Rail } from './rail'
import { RowsTable } from './rows-table'
import { Totals } from './totals'
import './rows.css'

const parser = parseAsStringLiteral(SHOWS)

type RowsStepProps = {
  intake: Intake
  state: Extract<IntakeState, { phase: 'ready' }>
  bulkSize: number
  onBack: () => void
  onContinue: () => void
}

/** Step 3: which rows cannot be sent and which look odd; skip them or go on. */
export function RowsStep({ intake, state, bulkSize, onBack, onContinue }: RowsStepProps) {
  const t = useTranslations('intake')
  const percent = usePercent()
  const { summary } = state
  const [asked, setShow] = useQueryState('show', parser)
  const [tried, setTried] = useState(0)
  const error = summary ? errorOf(summary) : null
  const [goOn, waiting] = useWhenReady(summary !== null, () => (error ? setTried(tried + 1) : onContinue()))
  const foot = { onBack, onContinue: goOn, busy: waiting }
  if (!summary) {
    return (
      <>
        <div className="intake-body">
          <Progress label={t('rows.checking', { share: percent(state.share) })} share={state.share} />
        </div>
        <Foot {...foot} />
      </>
    )
  }
  const show = asked ?? (summary.openErrors > 0 ? 'errors' : 'all')
  const skipAll = () => {
    setTried(0)
    void intake.skip('errors', true)
  }
  return (
    <>
      {tried > 0 && error && (
        <div className="intake-errors">
          <ProblemBox key={tried} texts={[t(error, { n: summary.openErrors })]} />
        </div>
      )}
      <div className="intake-rows">
        <Rail summary={summary} show={show} onShow={(next) => void setShow(next)} />
        <RowsTable key={show} intake={intake} show={show} summary={summary} />
      </div>
      <Foot
        {...foot}
        second={
          summary.openErrors > 0 && (
            <Button onClick={skipAll}>{t('rows.skipAll', { n: summary.openErrors })}</Button>
          )
        }
      >
        <Totals summary={summary} bulkSize={bulkSize} />
      </Foot>
    </>
  )
}

/** Why these rows cannot go on to Send; a key of the words. */
export function errorOf({ openErrors, kept }: Summary): 'rows.needFix' | 'rows.nothing' | null {
  if (openErrors > 0) return 'rows.needFix'
  return kept === 0 ? 'rows.nothing' : null
}
