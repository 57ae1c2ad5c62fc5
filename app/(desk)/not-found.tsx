import { RecordNotFound } from '@/components/shell/page'

export default RecordNotFound
