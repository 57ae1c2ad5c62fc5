'use client'
import { parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUrlState } from '@/components/live/use-url-state'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/fields/error-summary'
import { usePercent } from '@/components/ui/format'
import { Progress } from '../progress'
import { type Listing, SHOWS, type Summary } from '../protocol'
import { StepBody } from '../step-body'
import { StepFooter } from '../step-footer'
import type { Intake, IntakeState } from '../use-intake'
import { useWhenReady } from '../use-when-ready'
import { ChangeMany } from './change-many'
import { FixCards } from './fix-cards'
import { FixFile } from './fix-file'
import { Rail } from './rail'
import { IntakeRowsTable } from './rows-table'
import { Totals } from './totals'
import { UndoRedo } from './undo-redo'
import './rows.css'

const parsers = { show: parseAsStringLiteral(SHOWS), kind: parseAsString }

type RowsStepProps = {
  intake: Intake
  state: Extract<IntakeState, { phase: 'ready' }>
  bulkSize: number
  onBack: () => void
  onContinue: () => void
}

/** Step 3: rows that cannot be sent and rows with warnings; correct them, skip them or continue. */
export function RowsStep({ intake, state, bulkSize, onBack, onContinue }: RowsStepProps) {
  const t = useTranslations('intake')
  const percent = usePercent()
  const { summary } = state
  const [tried, setTried] = useState(0)
  const [, list] = useUrlState(parsers, 'replace')
  const error = summary ? errorOf(summary) : null
  const ready = summary !== null && !intake.changing
  /** Explains why, and lists the rows concerned. */
  const refuse = () => {
    setTried(tried + 1)
    if (error === 'rows.needFix') list({ show: 'errors', kind: null })
  }
  const [goOn, waiting] = useWhenReady(ready, () => (error ? refuse() : onContinue()))
  const foot = { onBack, onContinue: goOn, busy: waiting }
  if (!summary) {
    return (
      <>
        <StepBody>
          <Progress label={t('rows.checking', { share: percent(state.share) })} share={state.share} />
        </StepBody>
        <StepFooter {...foot} />
      </>
    )
  }
  const skipAll = () => {
    setTried(0)
    void intake.skip('errors', true)
  }
  return (
    <>
      {tried > 0 && error && (
        <div className="px-6 pt-4 max-md:px-4">
          <ErrorSummary key={tried} errors={[{ text: t(error, { n: summary.openErrors }) }]} />
        </div>
      )}
      <Rows intake={intake} summary={summary} />
      <StepFooter
        {...foot}
        second={
          summary.openErrors > 0 && (
            <Button onClick={skipAll}>{t('rows.skipAll', { n: summary.openErrors })}</Button>
          )
        }
      >
        <Totals summary={summary} bulkSize={bulkSize} />
      </StepFooter>
    </>
  )
}

function Rows({ intake, summary }: { intake: Intake; summary: Summary }) {
  const [listing, setListing] = useListing(intake, summary)
  const isListed = summary.listing.show === listing.show && summary.listing.kind === listing.kind
  return (
    <div className="intake-rows">
      <div className="max-h-[calc(100dvh-246px)] overflow-y-auto border-border bg-surface-2 px-3 py-3.5 text-sm leading-5 max-md:grid max-md:max-h-none max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-end max-md:gap-x-3 max-md:gap-y-2 max-md:overflow-visible max-md:border-b max-md:px-4 max-md:py-2.5 md:border-r">
        <Rail summary={summary} listing={listing} onList={setListing} />
        <UndoRedo intake={intake} summary={summary} />
        <FixCards intake={intake} summary={summary} />
        <ChangeMany intake={intake} />
        {summary.invalid > 0 && <FixFile intake={intake} />}
      </div>
      {isListed && <IntakeRowsTable key={summary.listing.version} intake={intake} summary={summary} />}
    </div>
  )
}

/** The filter in the URL. The default is what needs a person first, and it stays when that is done. */
function useListing(
  { list }: Intake,
  { listing, openErrors }: Summary,
): [Listing, (listing: Listing) => void] {
  const [asked, setAsked] = useUrlState(parsers, 'replace')
  const [first] = useState(() => (openErrors > 0 ? ('errors' as const) : ('all' as const)))
  const show = asked.show ?? first
  const { kind } = asked
  const isListed = listing.show === show && listing.kind === kind
  useEffect(() => {
    if (!isListed) void list({ show, kind })
  }, [isListed, list, show, kind])
  return [{ show, kind }, (next) => setAsked(next)]
}

/** The message key of why these rows cannot be sent. */
export function errorOf({ openErrors, kept }: Summary): 'rows.needFix' | 'rows.nothing' | null {
  if (openErrors > 0) return 'rows.needFix'
  return kept === 0 ? 'rows.nothing' : null
}
