import { keysMetadata, OwnKeysPage } from '@/components/keys/keys-page.server'

export const generateMetadata = () => keysMetadata()

/** One's own keys for programs. */
export default function Keys() {
  return <OwnKeysPage />
}
