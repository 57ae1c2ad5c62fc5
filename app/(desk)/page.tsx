import { HomePage, homeMetadata } from '@/components/home/home-page.server'

export const generateMetadata = () => homeMetadata()

/** Home of the live environment. */
export default function LiveHome() {
  return <HomePage environment="live" />
}
