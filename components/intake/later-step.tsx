'use client'
import type { ComponentProps, ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { whenIdle } from '@/components/live/when-idle'
import { onDemand } from '@/components/ui/on-demand'
import type { ColumnsStep } from './columns/columns-step'
import { Progress } from './progress'
import type { RowsStep } from './rows/rows-step'
import type { SendStep } from './send/send-step'
import type { Step } from './use-step'

type Props = { columns: typeof ColumnsStep; rows: typeof RowsStep; send: typeof SendStep }
type Later = Exclude<Step, 'file'>

const parts = {
  columns: onDemand(() => import('./columns/columns-step').then(({ ColumnsStep }) => ColumnsStep)),
  rows: onDemand(() => import('./rows/rows-step').then(({ RowsStep }) => RowsStep)),
  send: onDemand(() => import('./send/send-step').then(({ SendStep }) => SendStep)),
}

const NEEDED = [() => import('@/lib/uploads/wire'), ...Object.values(parts).map(({ load }) => load)]

/** Brings the steps that want a file, one after the other: reading all of them is too much for one task. */
export function bringLaterSteps([next, ...rest]: (() => Promise<unknown>)[] = NEEDED): void {
  const goOn = () => bringLaterSteps(rest)
  if (next) whenIdle(() => void next().then(goOn, goOn))
}

/** A step that wants a file. */
export function LaterStep<Of extends Later>({ step, ...props }: { step: Of } & ComponentProps<Props[Of]>) {
  const t = useTranslations('intake')
  const Here = parts[step].use(true) as ComponentType<typeof props> | undefined
  if (Here) return <Here {...props} />
  return (
    <div className="intake-body">
      <Progress label={t('file.reading')} />
    </div>
  )
}
