import { urlQuery } from '@/components/live/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { UserList } from '@/lib/users/view'

export const usersQuery = urlQuery<UserList>(['users'], adminApi.users)
