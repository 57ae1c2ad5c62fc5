import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { readRegisterState } from '@/lib/payments/participants/register.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Participants } from './participants'
import { registerQuery } from './queries'

export const participantsMetadata = pageTitle('paymentAdmin', 'participants.title')

export async function ParticipantsPage() {
  await requirePage('/admin/participants')
  return hydrate(<Participants />, [answer(registerQuery, await readRegisterState())])
}
