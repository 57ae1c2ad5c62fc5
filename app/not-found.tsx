import { BareNotice } from '@/components/page/notice'
import { pages } from '@/lib/http/paths'
import { getTranslations, pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('shell', 'notFound.title')

/** 404 outside the frame. Every page bundles it, so it is rendered on the server without the scripts of a link. */
export default async function AddressNotFound() {
  const t = await getTranslations('shell')
  const action = (
    <a className="btn" href={pages.home()}>
      {t('toHome')}
    </a>
  )
  return <BareNotice title={t('notFound.title')} text={t('notFound.text')} action={action} />
}
