'use client'
import { FailedPage } from '@/components/shell/page'

export default FailedPage
