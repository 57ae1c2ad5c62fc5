import type { UploadView } from '@/lib/uploads/view'

/** More results may come. */
export const isUploadOpen = (upload: Pick<UploadView, 'finishedAt'>): boolean => upload.finishedAt === null

/** Rows in whole percent, rounded down, so that 100 means that all are complete. */
export const percentOf = (answered: number, total: number): number =>
  total > 0 ? Math.floor((answered / total) * 100) : 100
