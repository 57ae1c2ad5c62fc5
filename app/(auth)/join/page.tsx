import type { Metadata } from 'next'
import { JoinForm } from '@/components/users/join-form'
import { getTranslations } from '@/lib/platform/language/i18n.server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signin')
  return { title: t('join.title'), referrer: 'no-referrer' }
}

/** Page of an invitation or password link. The token is in the fragment, so the server never sees it in a URL. */
export default function JoinPage() {
  return <JoinForm />
}
