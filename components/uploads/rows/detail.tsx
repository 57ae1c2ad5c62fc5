'use client'
import { useTranslations } from 'use-intl'
import { BankName } from '@/components/names/bank-name'
import { useDifferenceWords } from '@/components/names/differences'
import type { UploadRowView } from '@/lib/uploads/view'

/** What there is to know beside the result: the bank's name with what differs, or the reason in a sentence. */
export function Detail({ row }: { row: UploadRowView }) {
  const t = useTranslations('bulk.detail')
  if (row.result === 'match' || row.result === 'waiting') return null
  if (row.result === 'close_match') return <CloseMatch row={row} />
  if (row.result === 'not_sent')
    return t(`notSent.${known(t, 'notSent', row.notSentCode)}`, code(row.notSentCode))
  if (row.unrecognised !== null) return t('reason.unrecognised', code(row.unrecognised))
  if ((row.result === 'failed' || row.result === 'rejected') && row.statusReason)
    return t(`reason.${known(t, 'reason', row.statusReason)}`, code(row.statusReason))
  return t(row.result)
}

const code = (value: string | null) => ({ code: value ?? '' })
const known = (t: { has: (key: string) => boolean }, group: string, value: string | null) =>
  value && /^[a-z_]+$/.test(value) && t.has(`${group}.${value}`) ? value : 'other'

function CloseMatch({ row }: { row: UploadRowView }) {
  const t = useTranslations('bulk.detail')
  const words = useDifferenceWords()
  const { matchedName, comparison, masked } = row
  if (masked) return null
  if (matchedName === null) return t('notShared')
  const name = () => (
    <em>
      <BankName name={matchedName} comparison={comparison} />
    </em>
  )
  const types = comparison?.differences.map(({ type }) => type) ?? []
  return types.length > 0
    ? t.rich('holdsWith', { name, differences: words(types) })
    : t.rich('holds', { name })
}
