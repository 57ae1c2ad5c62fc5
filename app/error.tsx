'use client'
import { BareErrorNotice } from '@/components/page/error-notice'

export default BareErrorNotice
