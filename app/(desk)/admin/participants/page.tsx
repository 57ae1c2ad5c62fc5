import { answer, hydrate } from '@/components/page/hydrate.server'
import { Participants } from '@/components/payments/participants/participants'
import { registerQuery } from '@/components/payments/participants/queries'
import { requirePage } from '@/lib/auth/guard.server'
import { readRegisterState } from '@/lib/payments/participants/register.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('paymentAdmin', 'participants.title')

export default async function ParticipantsPage() {
  await requirePage('/admin/participants')
  return hydrate(<Participants />, [answer(registerQuery, await readRegisterState())])
}
