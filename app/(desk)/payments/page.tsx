import type { Metadata } from 'next'
import { RunsDesk } from '@/components/payments/list/runs-page.server'
import { getTranslations } from '@/lib/platform/language/i18n.server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payments'))('title') }
}

export default function PaymentsPage() {
  return <RunsDesk />
}
