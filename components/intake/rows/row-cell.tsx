'use client'
import { type ReactNode, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icons/icon'
import type { IconName } from '@/components/ui/icons/icon-names'
import { formatIban } from '@/lib/iban/format'
import type { MessageKey } from '@/lib/platform/language/keys'
import type { Proposal } from '@/lib/tables/fixes/fixes'
import type { Repeat, RowView } from '../protocol'
import { EditCell } from './edit-cell'
import { type IbanFieldProblem, type ProblemWords, problemWords } from './row-words'

export type CellActions = {
  onEdit: (row: number, edit: { iban?: string; name?: string }) => void
  onNext: (row: number) => void
}

type RowCellProps = CellActions & { row: RowView; field: 'iban' | 'name'; children?: ReactNode }

/** The name or IBAN of a row: text that opens with Enter or a click, or an input when something is wrong. */
export function RowCell({ row, field, onEdit, onNext, children }: RowCellProps) {
  const t = useTranslations('intake')
  const id = useId()
  const [opened, setOpened] = useState<boolean | 'left'>(false)
  const problem = row.problems.find((each) => each.field === field)
  const repaired = row.repaired.includes(field)
  const isInput = problem !== undefined || repaired || opened === true
  const shown = shownIn(row, field)
  return (
    <>
      {isInput && !row.skipped ? (
        <EditCell
          field={field}
          row={row.number}
          value={shown}
          wrong={problem !== undefined}
          describedBy={problem ? id : undefined}
          autoFocus={opened === true}
          onCommit={(value) => onEdit(row.number, { [field]: value })}
          onNext={() => onNext(row.number)}
          onLeave={opened ? () => setOpened('left') : undefined}
        />
      ) : (
        <button
          type="button"
          className={field === 'iban' ? 'row-value row-mono' : 'row-value'}
          aria-label={shown === '' ? t(`rows.cell.${field}`, { n: row.number }) : undefined}
          title={t('rows.open')}
          // Tab stops only at what needs a person: input, quick fix, skip
          tabIndex={row.problems.length > 0 ? -1 : undefined}
          data-wrong={problem !== undefined || undefined}
          // biome-ignore lint/a11y/noAutofocus: only after the person left the cell
          autoFocus={opened === 'left'}
          // a screen reader and voice control press it with one click
          onClick={() => setOpened(true)}
        >
          {shown}
        </button>
      )}
      {problem && <Problem id={id} row={row} field={field} onEdit={onEdit} />}
      {repaired && !problem && (
        <span className="row-message" data-fixed>
          <Icon name="check" />
          {t('rows.fixed')}
        </span>
      )}
      {children}
    </>
  )
}

/** An IBAN in groups; any other content as typed. */
function shownIn(row: RowView, field: 'iban' | 'name'): string {
  const problem = row.problems.find((each) => each.field === field)
  if (problem?.hint) return row.raw[field]
  if (field === 'iban') return formatIban(row.iban)
  return problem ? row.raw.name : row.name
}

type ProblemProps = Pick<RowCellProps, 'row' | 'field' | 'onEdit'> & { id: string }

function Problem({ id, row, field, onEdit }: ProblemProps) {
  const t = useTranslations('intake')
  const locale = useLocale()
  const words = useRowWords()
  const problem = row.problems.find((each) => each.field === field)
  if (!problem) return null
  const proposals = field === 'iban' && !row.skipped ? row.proposals : []
  const guesses = proposals.filter(({ kind }) => kind === 'transposition' || kind === 'character').length
  const text = words(problemWords(problem, locale, { cell: row.cell, proposal: proposals[0] }))
  return (
    <span className="row-message" data-wrong>
      <Icon name="circle-exclamation-point" />
      <span id={id} className="max-w-[calc(100%-20px)]">
        {text} {guesses > 0 && t('rows.guess', { n: guesses })}
      </span>
      {proposals.map((proposal) => (
        <TextButton
          key={proposal.iban}
          // several proposals are stacked, so that their digits can be compared
          className={proposals.length > 1 ? 'basis-full pl-4.5' : undefined}
          onClick={() => onEdit(row.number, { iban: proposal.iban })}
        >
          <ProposalWords proposal={proposal} />
        </TextButton>
      ))}
      {problem.code === 'columns' && !row.skipped && (
        <TextButton onClick={() => onEdit(row.number, { name: row.raw.name })}>
          {t('rows.use.name', { name: row.raw.name })}
        </TextButton>
      )}
    </span>
  )
}

const OF_IBAN: Record<IbanFieldProblem, MessageKey<'iban'>> = {
  iban_required: 'required',
  iban_checksum: 'checksum',
  iban_country_missing: 'noCountry',
  iban_country_unknown: 'unknownCountry',
  iban_too_short: 'short',
  iban_too_long: 'long',
}
const isOfIban = (key: ProblemWords['key']): key is IbanFieldProblem => Object.hasOwn(OF_IBAN, key)

function useRowWords() {
  const t = useTranslations('intake.row')
  const iban = useTranslations('iban')
  return ({ key, values }: ProblemWords): string =>
    isOfIban(key) ? iban(OF_IBAN[key], values) : t(key, values)
}

function ProposalWords({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('intake')
  const { kind, iban, removed = '' } = proposal
  if (kind === 'letter_o') return t('rows.use.zero')
  if (kind === 'letter_i') return t('rows.use.one')
  if (kind === 'extra') return t('rows.use.without', { removed })
  return t('rows.use.iban', { iban: formatIban(iban) })
}

export const REPEAT_ICONS = {
  same_pair: 'copy',
  iban_many_names: 'users',
  name_many_ibans: 'layers',
} as const satisfies Record<Repeat, IconName>

/** A warning about the row, or what it shares with others, with the icon of that filter. */
export function Warning({ repeat, children }: { repeat?: Repeat; children: ReactNode }) {
  return (
    <span className="row-message" data-repeat={repeat}>
      <Icon name={repeat ? REPEAT_ICONS[repeat] : 'triangle-exclamation-point'} />
      <span className="max-w-[calc(100%-20px)]">{children}</span>
    </span>
  )
}
