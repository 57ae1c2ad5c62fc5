import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { cache } from 'react'
import { foundOr404 } from '@/components/page/found.server'
import { answer, hydrate } from '@/components/page/hydrate.server'
import type { Rights } from '@/components/uploads/page/head-actions'
import { UploadPage } from '@/components/uploads/page/upload-page'
import { isUploadOpen } from '@/components/uploads/percent'
import { ROWS_PER_PAGE, rowsQuery, rowsRequestOf, uploadQuery } from '@/components/uploads/queries'
import { uploadTitle } from '@/components/uploads/state'
import { rowParsers } from '@/components/uploads/url'
import { readerOf } from '@/components/verifications/record/reader'
import { requirePage } from '@/lib/auth/guard.server'
import { type Actor, hasRole, seesMasked } from '@/lib/auth/roles'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { fileDeletionOf } from '@/lib/retention/file-deletion.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { searchRows } from '@/lib/uploads/rows.server'
import { rowsSearch } from '@/lib/uploads/schema'
import type { UploadView } from '@/lib/uploads/view'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

const readFilters = createLoader(rowParsers)

const rightsOf = (actor: Actor, { createdBy }: UploadView): Rights => ({
  act: hasRole(actor, 'analyst'),
  export: hasRole(actor, 'analyst', 'reviewer'),
  masked: seesMasked(actor),
  connections: hasRole(actor, 'admin'),
  decide: hasRole(actor, 'reviewer'),
  approve: hasRole(actor, 'reviewer', 'admin') && createdBy.id !== actor.id,
})

/** The reader and the upload, fetched once per request. */
const readOnce = cache(async (id: string): Promise<{ actor: Actor; upload: UploadView }> => {
  const actor = await requirePage('/bulk')
  return { actor, upload: await foundOr404(id, () => readUpload(id, actor)) }
})

/** "62% supplier-master.csv · Accord"; the page keeps it up to date. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { upload } = await readOnce((await params).id)
  return { title: { absolute: uploadTitle(upload, await getTranslations('bulk')) } }
}

/** The live page, with its numbers and first rows rendered on the server. */
export default async function Upload({ params, searchParams }: Props) {
  const { id } = await params
  const { actor, upload } = await readOnce(id)
  const ask = { ...rowsRequestOf(isUploadOpen(upload), await readFilters(searchParams)), text: '' }
  const search = { ...ask, only: ask.only ?? undefined, size: ROWS_PER_PAGE }
  const page = await searchRows(id, rowsSearch.parse(search), actor)
  return hydrate(
    <UploadPage
      key={id}
      id={id}
      fileDeletion={await fileDeletionOf(upload)}
      rights={rightsOf(actor, upload)}
      reader={readerOf(actor)}
    />,
    [
      answer(uploadQuery(id), upload),
      answer(rowsQuery(id, { ...ask, round: 0 }), { pages: [page], pageParams: [null] }),
    ],
  )
}
