import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { requirePage } from '@/lib/auth/guard.server'
import { readRegisterState } from '@/lib/payments/participants/register.server'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { Participants } from './participants'
import { registerQuery } from './queries'

export async function participantsMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('paymentAdmin'))('participants.title') }
}

export async function ParticipantsPage() {
  await requirePage('/admin/participants')
  const client = new QueryClient()
  client.setQueryData(registerQuery.queryKey, await readRegisterState())
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Participants />
    </HydrationBoundary>
  )
}
