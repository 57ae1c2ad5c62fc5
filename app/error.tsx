'use client'
import { FailedBare } from '@/components/shell/failed'

export default FailedBare
