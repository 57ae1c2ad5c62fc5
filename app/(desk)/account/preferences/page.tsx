import { AccountPage, accountMetadata } from '@/components/users/account/account-page.server'

export const generateMetadata = () => accountMetadata('preferences')

export default function Account() {
  return <AccountPage section="preferences" />
}
