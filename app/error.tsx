'use client'
import { FailedBare } from '@/components/page/failed'

export default FailedBare
