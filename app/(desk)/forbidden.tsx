import { ForbiddenPage } from '@/components/shell/notices'

export default ForbiddenPage
