import { listQuery } from '@/components/live/list-query'
import type { UnknownAttemptPage } from '@/lib/attempts/view'
import { api } from '@/lib/http/paths'

export const attemptsQuery = listQuery<UnknownAttemptPage>(['attempts'], api.attempts)
