import { ForbiddenPage } from '@/components/page/page'

export default ForbiddenPage
