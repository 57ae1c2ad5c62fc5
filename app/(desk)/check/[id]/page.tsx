import { CheckPage, checkMetadata } from '@/components/verifications/check-page.server'
import { Result } from '@/components/verifications/result/result'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = async ({ params }: Props) => checkMetadata((await params).id)

/** A check with its result. */
export default async function CheckResult({ params }: Props) {
  return <CheckPage environment="live" Result={Result} id={(await params).id} />
}
