'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { paymentRunQuery } from '@/components/payments/queries'
import { useLiveRefetch } from '@/components/payments/use-live-refetch'

/** A run that is fetched again when live events announce changes. */
export function usePaymentRun(id: string) {
  const client = useQueryClient()
  const query = useQuery(paymentRunQuery(id))
  useLiveRefetch(() => client.invalidateQueries({ queryKey: paymentRunQuery(id).queryKey }))
  return query
}
