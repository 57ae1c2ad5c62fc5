import { ForbiddenPage } from '@/components/shell/page'

export default ForbiddenPage
