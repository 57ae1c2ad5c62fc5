import { RecordNotFound } from '@/components/shell/notices'

export default RecordNotFound
