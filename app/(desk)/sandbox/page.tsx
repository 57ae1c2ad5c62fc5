import { HomePage, homeMetadata } from '@/components/home/home-page.server'

export const generateMetadata = () => homeMetadata()

export default function SandboxHome() {
  return <HomePage environment="sandbox" />
}
