import { RecordNotFound } from '@/components/shell/not-found-page'

export default RecordNotFound
