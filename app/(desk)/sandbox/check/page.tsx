import { CheckPage, checkMetadata } from '@/components/verifications/check-page.server'

export const generateMetadata = () => checkMetadata()

/** A simulated single check. `from` is the id of a record whose name and IBAN are checked again. */
export default async function SandboxNewCheck({
  searchParams,
}: {
  searchParams: Promise<{ from?: string | string[] }>
}) {
  const { from } = await searchParams
  return <CheckPage environment="sandbox" from={typeof from === 'string' ? from : undefined} />
}
