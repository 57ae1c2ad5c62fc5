import { RunsDesk } from '@/components/payments/list/runs-page.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('payments', 'title')

export default function PaymentsPage() {
  return <RunsDesk />
}
