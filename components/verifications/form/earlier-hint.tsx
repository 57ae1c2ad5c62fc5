'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode } from '@/components/live/request'
import { useDebounced } from '@/components/live/use-debounced'
import { KindIcon } from '@/components/outcome/status-chip'
import { TextButton } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { Banner } from '@/components/ui/messages/banner'
import { earlierQuery } from '@/components/verifications/desk/queries'
import { useIsToday } from '@/components/verifications/desk/use-is-today'
import type { EnvironmentName } from '@/lib/http/paths'
import { checkIban } from '@/lib/iban/validate'
import { readName } from '@/lib/names/read'
import type { EarlierCheckHint } from '@/lib/verifications/check/earlier.server'
import { LOOKUPS_A_DAY, type NameLimitVerdict } from '@/lib/verifications/tried/rule'

type EarlierHintProps = {
  environment: EnvironmentName
  iban: string
  name: string
  onOpen: (id: string) => void
}
const SHOWN = 2
/** The debounce of a name lookup: half a name would count as looked up and not checked. */
const TYPED_MS = 1_000

/** Earlier checks of this IBAN, before anything is spent. They never block the check. */
export function EarlierHint({ environment, iban, name, onOpen }: EarlierHintProps) {
  const verdict = checkIban(iban)
  const [settled] = useDebounced(readName(name).ok ? name.trim() : '', TYPED_MS)
  const { data, error } = useQuery({
    ...earlierQuery(environment, verdict.iban, settled),
    enabled: verdict.ok,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const tooMany = problemCode(error) === 'too_many_lookups'
  if (verdict.ok && tooMany) return <TooMany />
  if (!verdict.ok || !data) return null
  return (
    <>
      {data.tried && settled !== '' && <TriedWarning tried={data.tried} />}
      {data.items.length > 0 && <Earlier items={data.items} onOpen={onOpen} />}
    </>
  )
}

/** Warns how many names will have been checked on this IBAN within a day, before sending. */
function TriedWarning({ tried }: { tried: NameLimitVerdict }) {
  const t = useTranslations('check.tried')
  if (tried.level === 'free') return null
  return <Banner kind={tried.level === 'allowed' ? 'info' : 'warning'}>{t(tried.level, tried)}</Banner>
}

function TooMany() {
  const t = useTranslations('check.earlier')
  return (
    <EarlierBox>
      <p className="text-fg-muted">{t('tooMany', { most: LOOKUPS_A_DAY })}</p>
    </EarlierBox>
  )
}

function EarlierBox({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-2 rounded-lg border border-border px-3 py-2.5 text-sm leading-5">
      <Icon name="rotate-ccw-clock" className="mt-0.5 size-4 flex-none text-fg-muted" />
      {children}
    </div>
  )
}

type EarlierProps = { items: EarlierCheckHint[]; onOpen: (id: string) => void }

function Earlier({ items: all, onOpen }: EarlierProps) {
  const t = useTranslations('check.earlier')
  // the same pair first; each list is already newest first
  const items = [...all].sort((a, b) => Number(b.sameName) - Number(a.sameName)).slice(0, SHOWN)
  return (
    <EarlierBox>
      <div>
        {items.map((item) => (
          <Line key={`${item.checkedAt}${item.outcome}`} item={item} onOpen={onOpen} />
        ))}
        <p className="text-fg-muted">{t('old')}</p>
      </div>
    </EarlierBox>
  )
}

function Line({ item, onOpen }: { item: EarlierCheckHint; onOpen: (id: string) => void }) {
  const t = useTranslations('check.earlier')
  const outcome = useTranslations('outcome.label')
  const today = useIsToday()(item.checkedAt)
  const other = item.sameName === false
  const key = other ? (today ? 'otherToday' : 'otherBefore') : today ? 'today' : 'before'
  const { id } = item
  return (
    <p>
      {t.rich(key, {
        time: () => <Time value={item.checkedAt} />,
        date: () => <Time value={item.checkedAt} form="date" />,
        result: () => (
          <span className="inline-flex items-center gap-1 align-bottom font-medium">
            <KindIcon kind={item.outcome} /> {outcome(item.outcome)}
          </span>
        ),
      })}{' '}
      {item.decision && `${t(item.decision)} `}
      {id && <TextButton onClick={() => onOpen(id)}>{t('show')}</TextButton>}
    </p>
  )
}
