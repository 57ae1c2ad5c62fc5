import { AddressNotFound } from '@/components/shell/notices'

export default AddressNotFound
