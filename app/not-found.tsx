import { AddressNotFound } from '@/components/shell/not-found-page'

export default AddressNotFound
