import { RetentionPage, retentionMetadata } from '@/components/retention/retention-page.server'

export const generateMetadata = () => retentionMetadata()

/** How long names and IBANs are kept, what is held, who asked to be forgotten. */
export default function Retention() {
  return <RetentionPage />
}
