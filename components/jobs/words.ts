import { useTranslations } from 'use-intl'
import type { QueueName } from '@/lib/platform/queues'

/** @returns a function from the name of a queue to its words */
export function useQueueWords() {
  const t = useTranslations('jobs')
  return (name: QueueName) => t(`name.${name.replace('.', '_')}`)
}
