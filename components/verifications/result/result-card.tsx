'use client'
import { type ReactNode, type RefObject, useId } from 'react'
import { useTranslations } from 'use-intl'
import { TermHelp } from '@/components/help/term-help'
import type { Term } from '@/components/help/terms'
import { NameAlone } from '@/components/names/name-alone'
import { NameDiff } from '@/components/names/name-diff'
import type { OutcomeKind } from '@/components/outcome/kinds'
import { SandboxChip } from '@/components/outcome/review-chip'
import { KindIcon } from '@/components/outcome/status-chip'
import { Duration, Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { useIsToday } from '@/components/verifications/desk/use-is-today'
import type { VerificationView } from '@/lib/verifications/view'
import { useCaseWords } from './case-words'
import { caseOf, type ResultCase } from './result-case'
import { ResultDetails } from './result-details'
import { ResultFacts } from './result-facts'

export type ResultCardProps = {
  check: VerificationView
  /** The heading, for the shortcut to the result. */
  titleRef: RefObject<HTMLHeadingElement | null>
  /** Lines above the facts about the current state: the place in the queue, a different result. */
  notice: ReactNode
  /** Buttons. */
  actions: ReactNode
}

/** One record in three sentences: what happened, what it means, what to do. */
export function ResultCard({ check, titleRef, notice, actions }: ResultCardProps) {
  const id = useId()
  const resultCase = caseOf(check)
  return (
    <article
      aria-labelledby={id}
      data-kind={check.outcome}
      className="overflow-clip rounded-xl border border-(--kind-line) bg-surface shadow-2 data-[kind=unknown]:border-dashed data-[kind=waiting]:border-dashed"
    >
      <Head id={id} check={check} resultCase={resultCase} titleRef={titleRef} />
      <div className="@container px-6 pt-5 pb-6 max-md:p-4">
        {notice}
        <Explanation check={check} resultCase={resultCase} />
        <ResultFacts check={check} />
        <ResultDetails check={check} />
      </div>
      <Foot>{actions}</Foot>
    </article>
  )
}

/** Wide scripts and long words wrap, so that they fit on a small screen. */
function Foot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 border-t border-border px-6 py-3.5 empty:hidden max-md:px-4 max-md:[&>.btn]:h-auto max-md:[&>.btn]:flex-auto max-md:[&>.btn]:py-1.5 max-md:[&>.btn]:whitespace-normal">
      {children}
    </div>
  )
}

const TERMS: Partial<Record<OutcomeKind, Term>> = {
  match: 'match',
  close_match: 'closeMatch',
  no_match: 'noMatch',
  account_not_verifiable: 'notVerifiable',
  failed: 'failed',
  unknown: 'outcomeUnknown',
}

type HeadProps = { id: string; check: VerificationView; resultCase: ResultCase } & Pick<
  ResultCardProps,
  'titleRef'
>

function Head({ id, check, resultCase, titleRef }: HeadProps) {
  const { sentence } = useCaseWords()
  const outcome = useTranslations('outcome.label')
  const kind = check.outcome
  return (
    <header className="flex flex-wrap items-start gap-x-3.5 gap-y-1 border-b border-(--kind-line) bg-(--kind-soft) px-6 pt-4.5 pb-4 max-md:p-4">
      <span className="grid size-10 flex-none place-items-center rounded-lg border border-(--kind-line) bg-surface">
        <KindIcon kind={kind} className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <h2 id={id} ref={titleRef} tabIndex={-1} className="w-fit text-xl leading-6 text-(--kind-fg)">
            {outcome(kind)}
          </h2>
          {TERMS[kind] && <TermHelp term={TERMS[kind]} word={outcome(kind)} />}
        </div>
        <p className="mt-0.5">{sentence(resultCase.key)}</p>
      </div>
      <When check={check} />
    </header>
  )
}

/** Anything shorter would read as "0 s". */
const SHORTEST_MS = 50

function When({ check }: { check: VerificationView }) {
  const t = useTranslations('result.when')
  const at = check.answeredAt ?? check.createdAt
  const today = useIsToday()(at)
  return (
    <p className="num grid justify-items-end gap-px text-sm text-fg-muted max-md:w-full max-md:justify-items-start">
      <span>
        {today ? (
          <>
            {t('today')}, <Time value={at} form="clock" />
          </>
        ) : (
          <Time value={at} form="full" />
        )}
      </span>
      {check.durationMs !== null && check.durationMs >= SHORTEST_MS && (
        <span>
          {t('answered')} <Duration ms={check.durationMs} />
        </span>
      )}
      {check.environment === 'sandbox' && <SandboxChip className="mt-1" />}
    </p>
  )
}

type ExplanationProps = { check: VerificationView; resultCase: ResultCase }

/** The names where they can be compared, the meaning, the next steps. */
function Explanation({ check, resultCase }: ExplanationProps) {
  const words = useCaseWords()
  const { matchedName, comparison, name } = check
  if (resultCase.key === 'close_match' && matchedName !== null && comparison !== null)
    return (
      <NameDiff
        className="[&>.diff-list]:mt-3"
        submitted={name}
        registered={matchedName}
        comparison={comparison}
      />
    )
  const pieces = resultCase.key === 'unsupported_characters' ? markOddSigns(name) : null
  const bare =
    resultCase.key === 'reason_other' ? resultCase.raw === '' : pieces?.every((piece) => !piece.odd)
  const meaning = words.meaning(resultCase.key, bare ? 'meaningNone' : 'meaning')
  return (
    <div className="grid max-w-[44rem] gap-2.5">
      {resultCase.key === 'match' && <BigName>{name}</BigName>}
      {meaning !== null && (
        <p className="text-fg-muted">
          {meaning}{' '}
          {resultCase.key === 'reason_other' && !bare && (
            <code className="font-mono text-sm leading-5 wrap-anywhere text-fg">{resultCase.raw}</code>
          )}
        </p>
      )}
      {pieces && <MarkedName pieces={pieces} />}
      {resultCase.key === 'close_match_withheld' && <NameAlone submitted={name} why="close_match" />}
      <Steps check={check} resultCase={resultCase} />
    </div>
  )
}

function BigName({ children }: { children: ReactNode }) {
  return (
    <p className="text-lg font-medium tracking-[-0.01em] wrap-anywhere" translate="no">
      {children}
    </p>
  )
}

function MarkedName({ pieces }: { pieces: ReturnType<typeof markOddSigns> }) {
  return (
    <BigName>
      {pieces.map(({ text, odd }, index) =>
        odd ? (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name do not move
            key={index}
            className="bg-failed-soft text-fg underline decoration-fg-muted decoration-wavy underline-offset-4 forced-colors:outline-2 forced-colors:outline-[Mark]"
          >
            {text}
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name do not move
          <span key={index}>{text}</span>
        ),
      )}
    </BigName>
  )
}

function Steps({ check, resultCase }: ExplanationProps) {
  const t = useTranslations('result')
  const steps = useCaseWords().steps(resultCase.key, check.attempt?.id ?? check.id)
  if (steps.length === 0) return null
  return (
    <ul className="grid gap-2" aria-label={t('steps')}>
      {steps.map((step) => (
        <li key={step} className="grid grid-cols-[16px_1fr] gap-2">
          <Icon name="arrow-right" className="mt-0.5 size-4 text-fg-subtle" />
          <span>{step}</span>
        </li>
      ))}
    </ul>
  )
}

type NamePiece = { text: string; odd: boolean }

// The allowed characters are undocumented, so only the likely causes are marked, without a claim to completeness.
const USUAL = /^[\p{Script=Latin}\p{M}\p{Nd} '’.,&/()+:-]$/u

/**
 * Splits a name into runs of usual characters and of characters outside Latin letters, digits, space and basic
 * punctuation.
 */
export function markOddSigns(name: string): NamePiece[] {
  const pieces: NamePiece[] = []
  for (const sign of name) {
    const odd = !USUAL.test(sign)
    const last = pieces.at(-1)
    if (last?.odd === odd) last.text += sign
    else pieces.push({ text: sign, odd })
  }
  return pieces
}
