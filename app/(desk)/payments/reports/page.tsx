import { ReportsDesk, reportsMetadata } from '@/components/payments/reports/reports-page.server'

export const generateMetadata = () => reportsMetadata()

export default function PaymentReportsPage() {
  return <ReportsDesk />
}
