import { keysMetadata, OwnKeysPage } from '@/components/keys/keys-page.server'

export const generateMetadata = () => keysMetadata()

export default function Keys() {
  return <OwnKeysPage />
}
