import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx'
import { Icon, type IconName } from './icons/icon'
import { Link } from './link'
import { Spinner } from './messages/spinner'
import { ariaKeys, Kbd } from './shortcuts/kbd'

type ButtonStyle = {
  variant?: 'default' | 'primary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName
  /** The shortcut of the button, printed and announced; the page registers it with `useShortcut`. */
  keys?: string
  /** Below 820 px only the icon is visible; the name remains accessible. */
  compact?: boolean
}
type ButtonProps = ButtonStyle &
  ComponentProps<'button'> & {
    busy?: boolean
    /** What it does is done once: of a double click only the first click counts. Always so when it submits a form. */
    once?: boolean
  }
type ButtonLinkProps = ButtonStyle & ComponentProps<typeof Link>
type IconButtonProps = Pick<ButtonStyle, 'variant' | 'size'> &
  Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: IconName }

const classesOf = (
  { variant = 'default', size = 'md' }: ButtonStyle,
  ...more: (string | false | undefined)[]
) => cx('btn', variant !== 'default' && `btn-${variant}`, size !== 'md' && `btn-${size}`, ...more)

function Content({
  icon,
  keys,
  compact,
  busy,
  children,
}: ButtonStyle & { busy?: boolean; children?: ReactNode }) {
  return (
    <>
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {compact ? <span className="max-md:sr-only">{children}</span> : children}
      {keys && <Kbd keys={keys} />}
    </>
  )
}

/** A button. `busy` shows a spinner, keeps the focus and ignores clicks; an incomplete form never disables a button. */
export function Button({
  variant,
  size,
  icon,
  keys,
  compact,
  busy,
  type = 'button',
  once = type === 'submit',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // the second click of a double click comes before the next render
  const actOnce = (event: MouseEvent<HTMLButtonElement>) =>
    busy || event.detail > 1 ? event.preventDefault() : onClick?.(event)
  return (
    <button
      type={type}
      aria-keyshortcuts={ariaKeys(keys)}
      aria-disabled={busy || undefined}
      className={classesOf({ variant, size }, className)}
      onClick={busy || once ? actOnce : onClick}
      {...rest}
    >
      <Content icon={icon} keys={keys} compact={compact} busy={busy}>
        {children}
      </Content>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  keys,
  compact,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link aria-keyshortcuts={ariaKeys(keys)} className={classesOf({ variant, size }, className)} {...rest}>
      <Content icon={icon} keys={keys} compact={compact}>
        {children as ReactNode}
      </Content>
    </Link>
  )
}

/** A square icon button with a visually hidden name. */
export function IconButton({ label, icon, variant = 'ghost', size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={classesOf({ variant, size }, 'btn-square', className)}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}

/** A button that looks like a link in text. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={cx('btn-link', className)} {...rest} />
}
