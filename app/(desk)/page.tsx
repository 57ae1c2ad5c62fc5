import { HomePage, homeMetadata } from '@/components/home/home-page.server'

export const generateMetadata = () => homeMetadata()

export default function LiveHome() {
  return <HomePage environment="live" />
}
