import { AccountPage, accountMetadata } from '@/components/users/account/account-page.server'
import { Security } from '@/components/users/account/security'

export const generateMetadata = () => accountMetadata('security')

export default function Account() {
  return (
    <AccountPage section="security">
      <Security />
    </AccountPage>
  )
}
