export { AllKeysPage as default, keysMetadata as generateMetadata } from '@/components/keys/keys-page.server'
