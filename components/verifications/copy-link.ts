import { toast } from '@/components/ui/messages/toast'

/** Copies the address of a page, and confirms it with these words. */
export async function copyLink(path: string, words: string): Promise<void> {
  await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
  toast(words)
}
