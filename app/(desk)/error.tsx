'use client'
import { FailedPage } from '@/components/shell/notices'

export default FailedPage
