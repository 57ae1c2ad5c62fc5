import { AllKeysPage, keysMetadata } from '@/components/keys/keys-page.server'

export const generateMetadata = () => keysMetadata()

/** Everybody's keys for programs. */
export default function Keys() {
  return <AllKeysPage />
}
