import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link without prefetching: pages are rendered for the person who opens them, so little could be prefetched, and a
 * list would send two requests for each of its rows.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click on a link asks for this tab, and not for a new tab, a new window or a download. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
