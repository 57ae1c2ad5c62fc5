export { UsersPage as default, usersMetadata as generateMetadata } from '@/components/users/users-page.server'
