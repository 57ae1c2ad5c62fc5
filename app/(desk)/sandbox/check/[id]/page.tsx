import { CheckPage, checkMetadata } from '@/components/verifications/check-page.server'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = async ({ params }: Props) => checkMetadata((await params).id)

export default async function SandboxCheckResult({ params }: Props) {
  return <CheckPage environment="sandbox" id={(await params).id} />
}
