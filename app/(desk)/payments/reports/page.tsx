export {
  ReportsDesk as default,
  reportsMetadata as generateMetadata,
} from '@/components/payments/reports/reports-page.server'
