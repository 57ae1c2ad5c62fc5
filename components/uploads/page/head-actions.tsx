'use client'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useExportMasked } from '@/components/evidence/export-age'
import { useEvidenceMenu } from '@/components/evidence/use-evidence-menu'
import { useCorrectionExports } from '@/components/exports/use-correction-exports'
import { useTableExports } from '@/components/exports/use-table-exports'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icons/icon'
import { loadWithRetry, useEverOpen } from '@/components/ui/lazy'
import { toast } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { Menu } from '@/components/ui/overlays/menu'
import type { MenuItem } from '@/components/ui/overlays/menu-props'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { isUploadOpen } from '@/components/uploads/percent'
import { isUnsent, unsentRows } from '@/components/uploads/state'
import { api } from '@/lib/http/paths'
import type { UploadView } from '@/lib/uploads/view'
import { useUploadActions } from './use-upload-actions'

const ChangeColumnsDialog = dynamic(
  () =>
    loadWithRetry(() =>
      import('@/components/exports/change-columns-dialog').then((part) => part.ChangeColumnsDialog),
    ),
  { ssr: false },
)

export type Rights = {
  act: boolean
  export: boolean
  masked: boolean
  connections: boolean
  /** may resolve lost responses */
  decide: boolean
  /** may approve as the second person; never the sender */
  approve: boolean
}
type StaysPaused = 'outcome_unknown' | 'approval_required' | 'known_open'
const STAYS_PAUSED: Partial<Record<NonNullable<UploadView['pauseReason']>, StaysPaused>> = {
  unknown: 'outcome_unknown',
  approval: 'approval_required',
  known: 'known_open',
}

/** Why sending can be neither paused nor resumed, as the server's error code; null when it can. */
function refusalOf(upload: UploadView) {
  const { status, pauseReason, bulks } = upload
  if (!isUploadOpen(upload)) return 'upload_finished'
  if (status === 'paused') {
    if (bulks.some((bulk) => bulk.attempt?.state === 'unknown')) return 'outcome_unknown'
    return (pauseReason && STAYS_PAUSED[pauseReason]) ?? null
  }
  if (!bulks.some(isUnsent)) return 'upload_all_sent'
  return status === 'waiting' || status === 'processing' ? null : 'upload_not_running'
}

/** Pause or resume, stop, export: the actions this person may take in the current state. */
export function HeadActions({ upload, rights }: { upload: UploadView; rights: Rights }) {
  return (
    <>
      {rights.act && <Sending upload={upload} />}
      {rights.export && <Export upload={upload} />}
    </>
  )
}

function Sending({ upload }: { upload: UploadView }) {
  const t = useTranslations('bulk.act')
  const acts = useUploadActions(upload.id)
  const [asking, setAsking] = useState(false)
  const paused = upload.status === 'paused'
  const act = paused ? 'resume' : 'pause'
  const refusal = refusalOf(upload)
  const press = () => {
    if (refusal) toast(t(`refused.${refusal}`))
    else if (!acts.isPending) acts.mutate(act)
  }
  useShortcut('p', press, { label: t('keys.pause') })
  const busy = acts.isPending
  return (
    <>
      {isUploadOpen(upload) && paused && (
        <Button icon="square" onClick={() => setAsking(true)}>
          {t('stop')}
        </Button>
      )}
      {refusal === null && (
        <Button icon={paused ? 'play' : 'pause'} busy={busy} onClick={() => acts.mutate(act)}>
          {t(act)}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('stopTitle')}
        confirmLabel={t('stop')}
        danger
        busy={busy}
        onConfirm={() => acts.mutate('stop', { onSettled: () => setAsking(false) })}
      >
        {t('stopText', { rows: unsentRows(upload) })}
      </ConfirmDialog>
    </>
  )
}

/** An original that was not compared yet, or could not be parsed, can't be exported as a table. */
const readable = ({ comparison }: UploadView) =>
  comparison !== null && comparison.problem !== 'original_unreadable'

function Export({ upload }: { upload: UploadView }) {
  const t = useTranslations('bulk.act')
  const tables = useTableExports(upload.id)
  const masked = useExportMasked(upload.createdAt)
  const evidence = useEvidenceMenu(upload.id, masked)
  const [columns, setColumns] = useState(false)
  const everColumns = useEverOpen(columns)
  const corrections = useCorrectionExports(upload, readable(upload), () => setColumns(true))
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const openBy = () => {
    button.current?.scrollIntoView({ block: 'center' })
    setOpen(true)
  }
  useShortcut('e', openBy, { label: t('keys.export') })
  const hasFile = upload.original && readable(upload) && !masked
  const file = (label: string, what: 'original' | 'fix'): MenuItem => ({
    kind: 'link',
    label,
    icon: 'file-spreadsheet',
    href: api.uploadExport(upload.id, what),
    download: true,
  })
  return (
    <>
      <Menu
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button ref={button} icon="download">
            {t('export')}
            <Icon name="chevron-down" />
          </Button>
        }
        items={[
          hasFile
            ? file(t('original'), 'original')
            : {
                label: t(upload.original ? (masked ? 'originalTooOld' : 'original') : 'originalGone'),
                icon: 'file-spreadsheet',
                disabled: true,
                onSelect: () => {},
              },
          ...(hasFile && upload.toFix > 0 ? [file(t('fixFile', { n: upload.toFix }), 'fix')] : []),
          ...(masked ? [] : corrections),
          ...tables,
          { kind: 'line' },
          ...evidence,
        ]}
      />
      {everColumns && <ChangeColumnsDialog open={columns} onClose={() => setColumns(false)} />}
    </>
  )
}
