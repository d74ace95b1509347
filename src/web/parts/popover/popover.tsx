import type { AriaRole, ComponentChildren, KeyboardEventHandler } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import styles from './popover.module.css'

export interface PopoverProps {
  /** What it belongs to: it opens beside it, and the focus returns there. */
  anchor: HTMLElement
  /** A screen reader's name of it. */
  label: string
  /** Escape, or a click anywhere else; the owner then stops drawing it. */
  onClose: () => void
  children: ComponentChildren
  /** Where it is put when there is room: below or above the anchor, beginning or ending where that does. */
  side?: 'below' | 'above'
  align?: 'start' | 'end'
  class?: string | undefined
  /** A dialog, if nothing else is said. */
  role?: AriaRole
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>
}

/**
 * Something small over the page that belongs to a control, open as long as it is drawn: a menu, a picker, a card.
 * The element with `autofocus`, or else the popover, takes the focus; the keys of the page do nothing in it.
 */
export function Popover(props: PopoverProps) {
  const { anchor, label, onClose, children, side = 'below', align = 'start' } = props
  const place = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const popover = place.current
    if (!popover) return undefined
    const opener = document.activeElement
    popover.showPopover()
    const move = () => putBeside(popover, anchor, side, align)
    move()
    const sizes = new ResizeObserver(move)
    sizes.observe(popover)
    const first = popover.querySelector<HTMLElement>('[autofocus]') ?? popover
    first.focus({ preventScroll: true })
    const ended = new AbortController()
    addEventListener('resize', move, ended)
    return () => {
      ended.abort()
      sizes.disconnect()
      const hadFocus = popover.contains(document.activeElement)
      popover.hidePopover()
      const back = opener instanceof HTMLElement && opener.isConnected ? opener : anchor
      if (hadFocus) back.focus({ preventScroll: true })
    }
  }, [anchor, side, align])

  return (
    <div
      ref={place}
      popover="auto"
      tabIndex={-1}
      aria-label={label}
      role={props.role ?? 'dialog'}
      class={`${styles['popover']} ${props.class ?? ''}`}
      {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
      onToggle={(event) => {
        if (event.newState === 'closed' && event.currentTarget.isConnected) onClose()
      }}
    >
      {children}
    </div>
  )
}

/** Kept from the edges of the window, in pixels. */
const margin = 8
const gap = 4

/** On the wanted side if it fits there, else on the other, and always whole inside the window where it can be. */
function putBeside(
  popover: HTMLElement,
  anchor: HTMLElement,
  side: 'below' | 'above',
  align: 'start' | 'end',
): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const isRightToLeft = getComputedStyle(anchor).direction === 'rtl'
  const below = at.bottom + gap
  const above = at.top - gap - height
  const fitsBelow = below + height <= innerHeight - margin
  const top = (side === 'below' && fitsBelow) || above < margin ? below : above
  const left = (align === 'start') !== isRightToLeft ? at.left : at.right - width
  popover.style.top = `${String(within(top, margin, innerHeight - margin - height))}px`
  popover.style.left = `${String(within(left, margin, innerWidth - margin - width))}px`
}

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))
