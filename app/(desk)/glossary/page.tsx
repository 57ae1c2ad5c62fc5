export {
  GlossaryPage as default,
  glossaryMetadata as generateMetadata,
} from '@/components/help/glossary-page.server'
