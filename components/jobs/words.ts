import { useTranslations } from 'use-intl'
import type { QueueName } from '@/lib/platform/queue/queues'

/** The keys of messages have no dots in them. */
type Underscored<Name extends string> = Name extends `${infer Noun}.${infer Act}` ? `${Noun}_${Act}` : Name

/** @returns a function from the name of a queue to its words */
export function useQueueWords() {
  const t = useTranslations('jobs')
  return (name: QueueName) => t(`name.${name.replace('.', '_') as Underscored<QueueName>}`)
}
