'use client'
import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { overlayLandmark } from './overlays'

type TooltipProps = { text: ReactNode; children: ReactElement }

/** A short explanation on the right, on hover and focus. The child must be focusable, and nothing essential may be only here. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={overlayLandmark()}>
          <Radix.Content className="tooltip" side="right" sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
