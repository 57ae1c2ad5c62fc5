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
import { Icon } from '@/components/ui/icon'
import { useIsToday } from '@/components/verifications/desk/use-is-today'
import type { VerificationView } from '@/lib/verifications/view'
import { caseOf, kindOfView, type ResultCase } from './result-case'
import { ResultDetails } from './result-details'
import { ResultFacts } from './result-facts'

export type ResultCardProps = {
  check: VerificationView
  /** The heading, for the key that goes to the result. */
  titleRef?: RefObject<HTMLHeadingElement | null>
  /** Who reads: the person who typed the name, or somebody else. */
  voice?: 'you' | 'submitted'
  /** Lines above the facts that belong to this moment: the place in the queue, a differing answer. */
  notice?: ReactNode
  /** Buttons. */
  actions?: ReactNode
}

/** One record told in three sentences: what happened, what it means, what to do. */
export function ResultCard({ check, titleRef, voice = 'you', notice, actions }: ResultCardProps) {
  const id = useId()
  const told = caseOf(check)
  return (
    <article aria-labelledby={id} data-kind={kindOfView(check)} className="result">
      <Head id={id} check={check} told={told} titleRef={titleRef} />
      <div className="result-body">
        {notice}
        <Told check={check} told={told} voice={voice} />
        <ResultFacts check={check} />
        <ResultDetails check={check} />
      </div>
      {actions && <div className="result-foot">{actions}</div>}
    </article>
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

type HeadProps = { id: string; check: VerificationView; told: ResultCase } & Pick<ResultCardProps, 'titleRef'>

function Head({ id, check, told, titleRef }: HeadProps) {
  const t = useTranslations('result')
  const outcome = useTranslations('outcome.label')
  const kind = kindOfView(check)
  return (
    <header className="result-head">
      <span className="result-icon">
        <KindIcon kind={kind} className="size-[1.375rem]" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="result-title">
          <h2 id={id} ref={titleRef} tabIndex={-1}>
            {outcome(kind)}
          </h2>
          {TERMS[kind] && <TermHelp term={TERMS[kind]} />}
        </div>
        <p>{t(`case.${told.key}.sentence`)}</p>
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
    <p className="result-when">
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
      {check.environment === 'sandbox' && <SandboxChip />}
    </p>
  )
}

type ToldProps = { check: VerificationView; told: ResultCase; voice: 'you' | 'submitted' }

/** The names where they can be compared, the meaning, the next steps. */
function Told({ check, told, voice }: ToldProps) {
  const t = useTranslations('result')
  const { matchedName, comparison, name } = check
  if (told.key === 'close_match' && matchedName !== null && comparison !== null)
    return <NameDiff submitted={name} registered={matchedName} comparison={comparison} voice={voice} />
  const pieces = told.key === 'unsupported_characters' ? markOddSigns(name) : null
  const unmarked = pieces !== null && !pieces.some((piece) => piece.odd)
  const meaning = `case.${told.key}.meaning${unmarked ? 'None' : ''}`
  return (
    <div className="result-told">
      {told.key === 'match' && (
        <p className="result-name" translate="no">
          {name}
        </p>
      )}
      {t.has(meaning) && (
        <p className="text-fg-muted">
          {t(meaning)} {told.key === 'reason_other' && <code>{told.raw}</code>}
        </p>
      )}
      {pieces && <MarkedName pieces={pieces} />}
      {told.key === 'close_match_withheld' && <NameAlone submitted={name} why="close_match" voice={voice} />}
      <Steps check={check} told={told} />
    </div>
  )
}

function MarkedName({ pieces }: { pieces: ReturnType<typeof markOddSigns> }) {
  return (
    <p className="result-name" translate="no">
      {pieces.map(({ text, odd }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name do not move
        odd ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </p>
  )
}

function Steps({ check, told }: Pick<ToldProps, 'check' | 'told'>) {
  const t = useTranslations('result')
  if (told.steps === 0) return null
  const reference = check.attempt?.id ?? check.id
  return (
    <ul className="result-steps" aria-label={t('steps')}>
      {Array.from({ length: told.steps }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps are sentences of the page
        <li key={index}>
          <Icon name="arrow-right" />
          <span>{t(`case.${told.key}.step${index + 1}`, { reference })}</span>
        </li>
      ))}
    </ul>
  )
}

type NamePiece = { text: string; odd: boolean }

// The accepted set is documented nowhere: what is marked are the likely causes, never claimed to be all of them.
const USUAL = /^[\p{Script=Latin}\p{M}\p{Nd} '’.,&/()+:-]$/u

/** A name cut into runs of usual signs and of signs outside Latin letters, digits, space and basic punctuation. */
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
