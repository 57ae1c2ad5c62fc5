import { RecordNotFound } from '@/components/page/page'

export default RecordNotFound
