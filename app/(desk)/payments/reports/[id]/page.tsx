import { ReportDesk, reportMetadata } from '@/components/payments/reports/report-page.server'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = async ({ params }: Props) => reportMetadata((await params).id)

export default async function PaymentReportPage({ params }: Props) {
  return <ReportDesk id={(await params).id} />
}
