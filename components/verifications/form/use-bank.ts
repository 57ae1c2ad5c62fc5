import { useQuery } from '@tanstack/react-query'
import { type Bank, bankCode, bankKey, findBank } from '@/lib/iban/banks'

/** An IBAN whose bank the server has looked up. */
export type KnownBank = { iban: string; bank: Bank | null }

/** The bank of an IBAN, looked up during typing; the list of its country is loaded once. */
export function useBank(iban: string, known?: KnownBank): Bank | undefined {
  const key = bankKey(iban)
  const { data } = useQuery({
    queryKey: ['bank', key],
    queryFn: async () => (await findBank(key)) ?? null,
    enabled: bankCode(iban) !== undefined,
    initialData: known && bankKey(known.iban) === key ? known.bank : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // without the list the bank has no name; a list that was loaded before works offline
    retry: false,
    networkMode: 'always',
  })
  return data ?? undefined
}
