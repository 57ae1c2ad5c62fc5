import type { SearchParams } from 'nuqs/server'
import { PaymentRunDesk, paymentRunMetadata } from '@/components/payments/run/run-page.server'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export const generateMetadata = async ({ params }: Props) => paymentRunMetadata((await params).id)

export default async function PaymentRunPage({ params, searchParams }: Props) {
  return <PaymentRunDesk id={(await params).id} searchParams={searchParams} />
}
