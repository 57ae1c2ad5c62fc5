export {
  PolicyPage as default,
  policyMetadata as generateMetadata,
} from '@/components/payments/policy/policy-page.server'
