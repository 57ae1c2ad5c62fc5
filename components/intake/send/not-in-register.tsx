'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { api } from '@/lib/http/paths'
import type { ParticipationView } from '@/lib/payments/participants/schema'
import type { Intake } from '../use-intake'

/** Says how many rows go to banks that the register doesn't list, before credits are spent. */
export function NotInRegister({ intake, hash }: { intake: Intake; hash: string }) {
  const t = useTranslations('intake.notInRegister')
  const { data } = useQuery({
    queryKey: ['participation of a file', hash],
    queryFn: ({ signal }) => readNotListed(intake, signal),
    retry: false,
    // rows may change before the step is opened again
    gcTime: 0,
  })
  const loadedAt = data?.loadedAt
  if (!loadedAt || data.rows === 0) return null
  return (
    <Banner kind="warning" title={t('title', { n: data.rows })}>
      {t.rich('text', { date: () => <Time value={loadedAt} form="date" /> })}{' '}
      {data.cut > 0 && t('cut', { n: data.cut })}
    </Banner>
  )
}

/** Only countries and bank codes are sent, in the body. */
async function readNotListed(intake: Intake, signal: AbortSignal) {
  const { banks, cut } = await intake.banks()
  if (banks.length === 0) return { loadedAt: null, rows: 0, cut: 0 }
  const { loadedAt, answers } = await request<ParticipationView>(api.participation, {
    body: { ibans: banks.map(({ bank }) => bank) },
    signal,
  })
  const rows = banks.reduce(
    (sum, bank, index) => (answers[index] === 'not_listed' ? sum + bank.rows : sum),
    0,
  )
  return { loadedAt, rows, cut: cut ? banks.length : 0 }
}
