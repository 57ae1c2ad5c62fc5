'use client'
import { type RefObject, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/messages/banner'
import { useOnChange } from '@/components/ui/use-on-change'
import type { CheckDeskState } from './desk/use-desk'
import { WaitingForBank } from './form/waiting-for-bank'
import { Result } from './result/result'
import { ResultEmpty } from './result/result-empty'

type ResultPaneProps = {
  desk: CheckDeskState
  titleRef: RefObject<HTMLHeadingElement | null>
  mayDecide: boolean
  onAgain: () => void
}

/** The space of the result, with a fixed height from the start. */
export function ResultPane({ desk, titleRef, mayDecide, onAgain }: ResultPaneProps) {
  const t = useTranslations('result')
  const missing = useTranslations('shell.notFound')
  const { run, check, draft } = desk
  const pane = useRef<HTMLElement>(null)
  useInView(pane, check && run.since === null ? `${check.id} ${check.outcome}` : null)
  return (
    <section
      ref={pane}
      aria-label={t('region')}
      aria-busy={run.since !== null}
      className="min-h-[516px] min-w-0 scroll-mt-4 bg-surface-2 p-7 max-md:min-h-[20rem] max-md:px-4 max-md:py-5"
    >
      {run.since !== null ? (
        <WaitingForBank since={run.since} iban={draft.values.iban} />
      ) : check ? (
        <Result {...{ desk, check, titleRef, mayDecide, onAgain }} />
      ) : desk.missing ? (
        <Banner>{missing('record')}</Banner>
      ) : (
        <ResultEmpty />
      )}
    </section>
  )
}

const NARROW = '(max-width: 67.49rem)'

/** On a narrow screen the result is below the form, so scroll to it when it arrives. */
function useInView(pane: RefObject<HTMLElement | null>, key: string | null) {
  useOnChange(key, () => {
    if (key === null || !window.matchMedia(NARROW).matches) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    pane.current?.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' })
  })
}
