'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { useRecent } from '@/components/page/recent'
import { NewUpload } from '@/components/uploads/new-upload'
import { isUploadOpen } from '@/components/uploads/percent'
import { ProgressBlock } from '@/components/uploads/progress/progress-block'
import { Rate } from '@/components/uploads/progress/rate'
import { usePace } from '@/components/uploads/progress/use-samples'
import { RowsTable } from '@/components/uploads/rows/rows-table'
import { useRows } from '@/components/uploads/rows/use-rows'
import { stateOf, uploadTitle } from '@/components/uploads/state'
import { UploadChip } from '@/components/uploads/upload-chip'
import { LazyRecordDrawer } from '@/components/verifications/record/lazy-record-drawer'
import type { Reader } from '@/components/verifications/record/reader'
import { pages } from '@/lib/http/paths'
import type { FileDeletion } from '@/lib/retention/view'
import type { UploadView } from '@/lib/uploads/view'
import { Batches } from './batches'
import { HeadActions, type Rights } from './head-actions'
import { LiveToggle } from './live-toggle'
import { MetaLine } from './meta-line'
import { NoticeList } from './notice-list'
import { Tiles } from './tiles'
import { Tools } from './tools'
import { useUpload } from './use-upload'

type UploadPageProps = {
  id: string
  /** when the nightly run deletes the original file */
  fileDeletion: FileDeletion
  rights: Rights
  reader: Reader
}

/** A live upload: progress, results, rows. */
export function UploadPage({ id, fileDeletion, rights, reader }: UploadPageProps) {
  const query = useUpload(id)
  if (!query.data) return null
  const lost = query.isError
    ? { at: query.data.now, retry: () => void query.refetch(), busy: query.isFetching }
    : null
  return <Desk {...{ fileDeletion, rights, reader, lost }} upload={query.data} />
}

type DeskProps = {
  fileDeletion: FileDeletion
  upload: UploadView
  rights: Rights
  reader: Reader
  lost: React.ComponentProps<typeof NoticeList>['lost']
}

function Desk({ fileDeletion, upload, rights, reader, lost }: DeskProps) {
  const [held, setHeld] = useState<UploadView | null>(null)
  const shown = held ?? upload
  const pace = usePace(shown)
  const rows = useRows(upload)
  const title = uploadTitle(upload, useTranslations('bulk'))
  useRecent({ kind: 'upload', href: pages.upload(upload.id), label: upload.fileName })
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <UploadFrame {...{ upload, fileDeletion, rights }}>
      <NoticeList {...{ upload, rights, lost }} onShowKnown={() => rows.showOnly('known')} />
      <Overview {...{ upload: shown, pace, rows }} />
      <Tools {...{ upload: shown, rows }} masked={rights.masked}>
        <LiveToggle
          live={held === null}
          updatedAt={shown.now}
          fresh={rows.fresh}
          onToggle={() => setHeld(held ? null : upload)}
        />
      </Tools>
      <RowsTable rows={rows} environment={upload.environment} />
      <LazyRecordDrawer
        id={rows.openId}
        fallbackName={rows.rows.find(({ verificationId }) => verificationId === rows.openId)?.name}
        environment={upload.environment}
        me={reader}
        previous={rows.neighbour(-1)}
        next={rows.neighbour(1)}
        onGo={rows.show}
        onClose={() => rows.show(null)}
      />
    </UploadFrame>
  )
}

type FrameProps = {
  upload: UploadView
  fileDeletion: FileDeletion
  rights: Rights
  children: React.ReactNode
}

function UploadFrame({ upload, fileDeletion, rights, children }: FrameProps) {
  const t = useTranslations('bulk')
  const { fileName, counts } = upload
  return (
    <Page
      breadcrumb={[{ label: t('title'), href: pages.bulk() }]}
      actions={rights.act && <NewUpload small />}
      title={<span translate="no">{fileName}</span>}
      status={
        <span className="min-w-[13rem] max-sm:basis-full">
          <UploadChip state={stateOf(upload)} counts={counts} />
        </span>
      }
      meta={<MetaLine upload={upload} fileDeletion={fileDeletion} />}
      headActions={<HeadActions upload={upload} rights={rights} />}
    >
      {children}
    </Page>
  )
}

type OverviewProps = {
  upload: UploadView
  pace: ReturnType<typeof usePace>
  rows: ReturnType<typeof useRows>
}

function Overview({ upload, pace, rows }: OverviewProps) {
  const t = useTranslations('bulk.progress')
  // the space of what is shown while it runs is reserved until the page is opened again
  const [opened] = useState(isUploadOpen(upload))
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)_248px] gap-x-10 px-6 pt-5 pb-6 max-[61.25rem]:grid-cols-1 max-md:p-4"
      aria-label={t('region')}
    >
      <div className="@container min-w-0">
        <ProgressBlock upload={upload} pace={pace} />
        <Tiles upload={upload} chosen={rows.filters.result} onToggle={rows.toggle} />
      </div>
      <div className="flex flex-col border-l border-border pl-7 max-[61.25rem]:mt-4.5 max-[61.25rem]:border-t max-[61.25rem]:border-l-0 max-[61.25rem]:pt-4.5 max-[61.25rem]:pl-0">
        <Batches bulks={upload.bulks} />
        {opened && (
          <div className="mt-auto min-h-[54px] max-[61.25rem]:mt-3">
            {isUploadOpen(upload) && <Rate pace={pace} />}
          </div>
        )}
      </div>
    </section>
  )
}
