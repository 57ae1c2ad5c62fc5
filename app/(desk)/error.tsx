'use client'
import { ErrorPage } from '@/components/page/page'

export default ErrorPage
