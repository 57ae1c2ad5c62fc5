'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { api, type EnvironmentName } from '@/lib/http/paths'
import { bankKey } from '@/lib/iban/banks'
import { checkIban } from '@/lib/iban/validate'
import type { ParticipationView } from '@/lib/payments/participants/schema'

/** Says that the payee's bank isn't in the register of participants, before a credit is spent. */
export function ParticipationHint({ environment, iban }: { environment: EnvironmentName; iban: string }) {
  const t = useTranslations('check')
  const verdict = checkIban(iban)
  const { data } = useQuery({
    queryKey: ['participation', verdict.iban],
    queryFn: ({ signal }) =>
      request<ParticipationView>(api.participation, { body: { ibans: [bankKey(verdict.iban)] }, signal }),
    enabled: verdict.ok && environment === 'live',
    retry: false,
    staleTime: 60_000,
  })
  const loadedAt = data?.loadedAt
  if (!verdict.ok || !loadedAt || data.answers[0] !== 'not_listed') return null
  return (
    <Banner kind="warning">
      {t.rich('notInRegister', { date: () => <Time value={loadedAt} form="date" /> })}
    </Banner>
  )
}
