'use client'
import { useTranslations } from 'use-intl'
import { BankName } from '@/components/names/bank-name'
import { useDifferenceWords } from '@/components/names/use-difference-words'
import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'
import type { UploadRowView } from '@/lib/uploads/view'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'

type DetailProps = { row: UploadRowView; environment: EnvironmentName }

/** The details of a result: the bank's name with its differences, or the reason in a sentence. */
export function Detail({ row, environment }: DetailProps) {
  const t = useTranslations('bulk.detail')
  const file = useTranslations('originalExport')
  const meaning = useTranslations('outcome.meaning')
  const result = useTranslations('result.case')
  if (row.known) return <Known known={row.known} environment={environment} />
  if (row.result === 'match' || row.result === 'waiting') return null
  if (row.result === 'close_match') return <CloseMatch row={row} />
  if (row.result === 'not_sent')
    return row.notSentCode === KNOWN_MATCH
      ? t('knownMatch')
      : file(keyOr(file, `notSent.${row.notSentCode}`, 'notSent.other'), code(row.notSentCode))
  if (row.unrecognised !== null) return file('reason.unrecognised', code(row.unrecognised))
  if ((row.result === 'failed' || row.result === 'rejected') && row.statusReason)
    return file(keyOr(file, `reason.${row.statusReason}`, 'reason.other'), code(row.statusReason))
  if (row.result === 'failed') return result('reason_other.sentence')
  if (row.result === 'rejected') return file('reason.invalid_iban_format')
  return row.result === 'unknown' ? meaning('unknown') : t(row.result)
}

const code = (value: string | null) => ({ code: value ?? '' })

type KnownProps = { known: NonNullable<UploadRowView['known']>; environment: EnvironmentName }

function Known({ known: { id, checkedAt }, environment }: KnownProps) {
  const t = useTranslations('bulk.detail')
  return t.rich('known', {
    date: () => <Time value={checkedAt} form="date" />,
    link: (words) => (
      <Link className="underline" href={pages.historyItem(environment, id)}>
        {words}
      </Link>
    ),
  })
}

function CloseMatch({ row }: { row: UploadRowView }) {
  const t = useTranslations('bulk.detail')
  const withheld = useTranslations('names.withheld')
  const words = useDifferenceWords()
  const { matchedName, comparison, masked } = row
  if (masked) return null
  if (matchedName === null) return withheld('close_match')
  const name = () => (
    <em className="font-medium text-fg not-italic">
      <BankName name={matchedName} comparison={comparison} />
    </em>
  )
  const types = comparison?.differences.map(({ type }) => type) ?? []
  return types.length > 0
    ? t.rich('holdsWith', { name, differences: words(types) })
    : t.rich('holds', { name })
}
