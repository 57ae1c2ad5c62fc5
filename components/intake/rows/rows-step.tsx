'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { usePercent } from '@/components/ui/format'
import { Foot } from '../foot'
import { Progress } from '../progress'
import { SHOWS } from '../protocol'
import type { Intake, IntakeState } from '../use-intake'
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
  const [tried, setTried] = useState(false)
  if (!summary) {
    return (
      <>
        <div className="intake-body">
          <Progress label={t('rows.checking', { share: percent(state.share) })} share={state.share} />
        </div>
        <Foot onBack={onBack} onContinue={() => {}} />
      </>
    )
  }
  const show = asked ?? (summary.openErrors > 0 ? 'errors' : 'all')
  const { openErrors, kept } = summary
  const error = openErrors > 0 ? t('rows.needFix', { n: openErrors }) : kept === 0 ? t('rows.nothing') : null
  return (
    <>
      {tried && error && (
        <div className="intake-errors">
          <ErrorSummary errors={[{ text: error }]} />
        </div>
      )}
      <div className="intake-rows">
        <Rail summary={summary} show={show} onShow={(next) => void setShow(next)} />
        <RowsTable key={show} intake={intake} show={show} summary={summary} />
      </div>
      <Foot
        onBack={onBack}
        onContinue={() => (error ? setTried(true) : onContinue())}
        second={
          openErrors > 0 && (
            <Button
              onClick={() => {
                setTried(false)
                void intake.skip('errors', true)
              }}
            >
              {t('rows.skipAll', { n: openErrors })}
            </Button>
          )
        }
      >
        <Totals summary={summary} bulkSize={bulkSize} />
      </Foot>
    </>
  )
}
