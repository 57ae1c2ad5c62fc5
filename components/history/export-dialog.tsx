'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode } from '@/components/live/request'
import { saveFile } from '@/components/live/save-file'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { toast, toastError } from '@/components/ui/messages/toast'
import { CancelButton, Dialog } from '@/components/ui/overlays/dialog'
import { api } from '@/lib/http/paths'
import { type ResultFormat, TABLE_FORMATS } from '@/lib/tables/table'
import { filterBody } from './url'
import type { History } from './use-history'

const isFull = (error: unknown) => problemCode(error) === 'downloads_open'

type ExportDialogProps = { history: History; masked: boolean; onClose: () => void }

/** Asks for the format, and how IBANs are written. */
export function ExportDialog({ history, masked, onClose }: ExportDialogProps) {
  const t = useTranslations('exports.dialog')
  const [format, setFormat] = useState<ResultFormat>('xlsx')
  const [ibans, setIbans] = useState<'full' | 'ends'>('full')
  const { environment, filters, search } = history
  const { total = 0, totalIsEstimate = false } = history.page.data ?? {}
  const save = useMutation({
    mutationFn: () =>
      saveFile(api.verificationExport, {
        environment,
        filters: filterBody(filters),
        text: search.text,
        format,
        ibans,
      }),
    onSuccess: () => toast(t('done')),
    onError: (error) => toastError(t(isFull(error) ? 'downloads_open' : 'failed')),
  })
  const footer = (
    <>
      <CancelButton onClick={onClose} />
      <Button
        variant="primary"
        icon="download"
        busy={save.isPending}
        onClick={() => save.mutate(undefined, { onSuccess: onClose })}
      >
        {t('confirm')}
      </Button>
    </>
  )
  const count = totalIsEstimate ? total - 1 : total
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { count, many: totalIsEstimate ? 'yes' : 'no' })}
      description={t('note')}
      footer={footer}
    >
      <div className="mt-4 grid gap-5">
        <RadioGroup
          label={t('format')}
          value={format}
          onChange={setFormat}
          options={TABLE_FORMATS.map((value) => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
        />
        {masked ? (
          <p className="text-fg-muted">{t('masked')}</p>
        ) : (
          <RadioGroup
            inline
            label={t('ibans')}
            value={ibans}
            onChange={setIbans}
            options={(['full', 'ends'] as const).map((value) => ({ value, label: t(value) }))}
          />
        )}
      </div>
    </Dialog>
  )
}
