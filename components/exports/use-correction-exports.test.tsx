import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import type { UploadView } from '@/lib/uploads/view'
import { useCorrectionExports } from './use-correction-exports'

function Downloads({ upload }: { upload: UploadView }) {
  const items = useCorrectionExports(upload, true, () => {})
  return items.map((item) => 'href' in item && <li key={item.href}>{item.label}</li>)
}

/** The labels of the entries that download something, for an upload with these counts. */
function downloads(corrected: number, edited: number): string[] {
  const corrections = { corrected, edited, notApproved: 0, cut: 0, cutRows: [], nameCap: null }
  const upload = { id: 'upload', fileName: 'list.csv', original: true, corrections } as unknown as UploadView
  const shown = renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
      <Downloads upload={upload} />
    </WordsProvider>,
  )
  return [...shown.matchAll(/>([^<]+)</g)].map(([, label]) => label ?? '')
}

const FILES = ['Original with corrected names', 'The same with old name, approver and date']
const LISTS = ['List of changes (Excel)', 'List of changes (CSV)']

describe('the downloads of corrected names', () => {
  it('are the original and the list of changes', () => {
    expect(downloads(2, 0).toSorted()).toEqual([...FILES, ...LISTS].toSorted())
    expect(downloads(2, 1).toSorted()).toEqual([...FILES, ...LISTS].toSorted())
    expect(downloads(0, 0)).toEqual([])
  })

  it('are the list alone if the original would have none of the names', () => {
    expect(downloads(2, 2).toSorted()).toEqual(LISTS.toSorted())
  })
})
