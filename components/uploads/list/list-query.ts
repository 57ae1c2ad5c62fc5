import { listQuery } from '@/components/live/list-query'
import { api } from '@/lib/http/paths'
import type { UploadListPage } from '@/lib/uploads/view'

/** The list of uploads, newest first. Every page queries it for the badge in the navigation. */
export const uploadsQuery = listQuery<UploadListPage>(['uploads'], api.uploads)
