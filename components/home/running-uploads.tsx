'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { SegmentedProgress } from '@/components/outcome/segmented-progress'
import { usePercent } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import { answeredOf, RESULTS } from '@/lib/uploads/counts'
import { givenTitle, type UploadItem } from '@/lib/uploads/view'
import { Block } from './block'

const RUNNING: UploadItem['status'][] = ['comparing', 'waiting', 'processing']

/** Uploads in progress, with their results so far. */
export function RunningUploads({ uploads }: { uploads: UploadItem[] }) {
  const t = useTranslations('home.uploads')
  const running = uploads.filter(({ status }) => RUNNING.includes(status))
  return (
    <Block title={t('title')}>
      {running.length === 0 ? (
        <p className="text-fg-muted">{t('empty')}</p>
      ) : (
        <ul>
          {running.map((upload) => (
            <Line key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </Block>
  )
}

function Line({ upload }: { upload: UploadItem }) {
  const t = useTranslations('home.uploads')
  const percent = usePercent()
  const format = useFormatter()
  const { counts, total, fileName } = upload
  const answered = answeredOf(counts)
  const share = percent(total === 0 ? 0 : answered / total)
  return (
    <li className="grid min-h-9 grid-cols-[minmax(8rem,16rem)_minmax(0,1fr)_3.5rem] items-center gap-3.5 max-md:grid-cols-[minmax(0,1fr)_3.5rem] max-md:gap-x-3 max-md:gap-y-1 max-md:py-1.5">
      <Link href={pages.upload(upload.id)} className="truncate" translate="no">
        {givenTitle(upload) ?? fileName}
      </Link>
      <SegmentedProgress
        small
        className="max-md:col-span-full max-md:row-start-2"
        segments={RESULTS.filter((result) => result !== 'waiting').map((kind) => ({
          kind,
          count: counts[kind],
        }))}
        total={total}
        answered={answered}
        label={t('progress', { file: fileName })}
        valueText={t('spoken', { percent: share, answered, total })}
      />
      <span className="num text-right" title={`${format.number(answered)} / ${format.number(total)}`}>
        {share}
      </span>
    </li>
  )
}
