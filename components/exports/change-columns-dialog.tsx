import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlays/dialog'
import { ALL_CHANGE_COLUMNS, CHANGE_COLUMNS, type ChangeLayout } from '@/lib/exports/change-columns'
import { api } from '@/lib/http/paths'
import { ColumnList } from './column-list'
import { useSavedLayout } from './use-saved-layout'

/** The columns of lists of changes. A change is stored immediately, with the person. */
export function ChangeColumnsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('exports.changesLayout')
  const label = useTranslations('exports.changes')
  const { layout, set } = useSavedLayout<ChangeLayout>({
    queryKey: ['change-list-layout'],
    url: api.changeLayout,
    enabled: open,
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <Button onClick={() => set(ALL_CHANGE_COLUMNS)}>{t('reset')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="mt-4">
        {layout && (
          <ColumnList all={CHANGE_COLUMNS} fixed="newName" layout={layout} labelOf={label} onChange={set} />
        )}
      </div>
    </Dialog>
  )
}
