import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { readRegisterState } from '@/lib/payments/participants/register.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Participants } from './participants'
import { registerQuery } from './queries'

export const participantsMetadata = pageTitle('paymentAdmin', 'participants.title')

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
