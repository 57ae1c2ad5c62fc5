export { keysMetadata as generateMetadata, OwnKeysPage as default } from '@/components/keys/keys-page.server'
