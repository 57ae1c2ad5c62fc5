import { ForbiddenPage } from '@/components/page/page'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('shell', 'forbidden.title')

export default ForbiddenPage
