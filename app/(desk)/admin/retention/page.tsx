import { RetentionPage, retentionMetadata } from '@/components/retention/retention-page.server'

export const generateMetadata = () => retentionMetadata()

export default function Retention() {
  return <RetentionPage />
}
