import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { UserList } from '@/lib/users/view'

export const usersQuery = urlQuery<UserList>(['users'], adminApi.users)
