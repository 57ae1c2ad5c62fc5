import type { UploadView } from '@/lib/uploads/view'

/** Answers can still come. */
export const isUploadOpen = (upload: Pick<UploadView, 'finishedAt'>): boolean => upload.finishedAt === null

/** Rows in whole percent, rounded down: 100 means that nothing is missing. */
export const percentOf = (answered: number, total: number): number =>
  total > 0 ? Math.floor((answered / total) * 100) : 100
