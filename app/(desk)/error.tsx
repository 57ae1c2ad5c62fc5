'use client'
import { FailedPage } from '@/components/page/page'

export default FailedPage
