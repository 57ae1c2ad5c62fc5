'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { sendFile } from '@/components/live/send-file'
import { DropFile } from '@/components/payments/drop-file'
import { paymentRunQuery } from '@/components/payments/queries'
import { toast } from '@/components/ui/messages/toast'
import { useGo } from '@/components/ui/overlays/use-go'
import { api, pages } from '@/lib/http/paths'
import type { ReportReceipt } from '@/lib/payments/reports/view'
import { bankReportsQuery } from './queries'
import { useReportRefusal } from './use-report-refusal'

/** A drop zone for a bank report. `runId` null: the server finds the run by MsgId. */
export function ReportDrop({ runId }: { runId: string | null }) {
  const t = useTranslations('reports.drop')
  const refusal = useReportRefusal()
  const go = useGo()
  const client = useQueryClient()
  const load = useMutation({
    mutationFn: (file: File) =>
      sendFile<ReportReceipt>(runId ? api.paymentRunReports(runId) : api.paymentReports, 'POST', file),
    onSuccess: async ({ id, repeated, others }) => {
      const several = others.length > 0 && !repeated
      toast(several ? t('several', { count: others.length + 1 }) : t(repeated ? 'repeated' : 'done'))
      await Promise.all([
        client.invalidateQueries({ queryKey: bankReportsQuery.queryKey }),
        runId && client.invalidateQueries({ queryKey: paymentRunQuery(runId).queryKey }),
      ])
      go(pages.paymentReport(id))
    },
  })
  return (
    <DropFile
      words={{
        drop: t('drop'),
        choose: t('choose'),
        sending: t('sending'),
        hint: t(runId ? 'hintRun' : 'hintAlone'),
      }}
      accept=".xml,.zip,.csv,.txt,.xlsx"
      busy={load.isPending}
      error={load.error && refusal(load.error)}
      onFile={(file) => load.mutate(file)}
    />
  )
}
