import { PolicyPage, policyMetadata } from '@/components/payments/policy/policy-page.server'

export const generateMetadata = () => policyMetadata()

export default function AdminPolicyPage() {
  return <PolicyPage />
}
