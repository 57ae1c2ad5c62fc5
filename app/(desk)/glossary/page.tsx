import { GlossaryPage, glossaryMetadata } from '@/components/help/glossary-page.server'

export const generateMetadata = () => glossaryMetadata()

export default GlossaryPage
