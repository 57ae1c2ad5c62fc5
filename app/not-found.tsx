import { BareNotice } from '@/components/page/notice'
import { ButtonLink } from '@/components/ui/button'
import { pages } from '@/lib/http/paths'
import { getTranslations } from '@/lib/platform/language/i18n.server'

/** 404 of an address, outside the frame. Every page carries it: it is made on the server. */
export default async function AddressNotFound() {
  const t = await getTranslations('shell.notFound')
  const action = <ButtonLink href={pages.home()}>{t('home')}</ButtonLink>
  return <BareNotice title={t('title')} text={t('text')} action={action} />
}
