import { CheckPage, checkMetadata } from '@/components/verifications/check-page.server'

export const generateMetadata = () => checkMetadata()

/** A single check, simulated. `from` names a record whose pair is checked anew. */
export default async function SandboxNewCheck({
  searchParams,
}: {
  searchParams: Promise<{ from?: string | string[] }>
}) {
  const { from } = await searchParams
  return <CheckPage environment="sandbox" from={typeof from === 'string' ? from : undefined} />
}
