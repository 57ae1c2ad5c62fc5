import { UsersPage, usersMetadata } from '@/components/users/users-page.server'

export const generateMetadata = () => usersMetadata()

export default function Users() {
  return <UsersPage />
}
