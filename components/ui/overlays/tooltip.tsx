'use client'
import { Tooltip as Radix } from 'radix-ui'
import { type ComponentProps, cloneElement, type ReactElement } from 'react'
import { overlayLandmark } from './overlays'

type TooltipProps = { text: string; children: ReactElement<ComponentProps<'a'>> }

/** The visible name of an icon, on its right on hover and focus. The child is a link whose own text is the same name. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>
          <Undescribed>{children}</Undescribed>
        </Radix.Trigger>
        <Radix.Portal container={overlayLandmark()}>
          <Radix.Content className="tooltip" side="right" sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

/** Radix describes the link by its tooltip, and a screen reader would read the name twice. */
function Undescribed({
  children,
  'aria-describedby': _,
  ...trigger
}: Omit<ComponentProps<'a'>, 'children'> & Pick<TooltipProps, 'children'>) {
  return cloneElement(children, trigger)
}
