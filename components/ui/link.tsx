import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link without prefetching: pages are rendered for the person who opens them, so little could be prefetched, and a
 * list would send two requests for each of its rows.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />
