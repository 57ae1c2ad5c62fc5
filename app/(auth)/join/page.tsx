import type { Metadata } from 'next'
import { JoinForm } from '@/components/users/join-form'
import { getTranslations } from '@/lib/platform/language/i18n.server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signin')
  return { title: t('join.title'), referrer: 'no-referrer' }
}

/** Where a link to choose a password leads. The token is in the fragment: this server never sees it in an address. */
export default function JoinPage() {
  return <JoinForm />
}
