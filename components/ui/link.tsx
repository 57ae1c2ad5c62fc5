import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to a page. It asks for nothing before somebody follows it: pages are made for the person who opens them, so
 * that little could be fetched ahead, and a list would begin with two requests for each of its lines.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />
