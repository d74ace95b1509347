import type { AriaRole, ComponentChildren, KeyboardEventHandler } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useBackCloses } from './use-back-closes'
import { putBeside } from './put-beside'
import { useSheet } from './use-sheet'
import styles from './popover.module.css'

export interface PopoverProps {
  /** The popover opens beside this element and returns the focus to it. */
  anchor: HTMLElement
  /** Accessible name. */
  label: string
  /** Called on Escape and on a click outside; the owner then stops rendering the popover. */
  onClose: () => void
  children: ComponentChildren
  /** Preferred side and alignment relative to the anchor. */
  side?: 'below' | 'above'
  align?: 'start' | 'end'
  class?: string | undefined
  /** `dialog` by default. */
  role?: AriaRole
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>
}

/**
 * A small overlay that belongs to a control, such as a menu, a picker or a card; open while it is rendered. The
 * element with `autofocus`, or else the popover, takes the focus; page shortcuts are suspended.
 */
export function Popover(props: PopoverProps) {
  const { anchor, label, onClose, children, side = 'below', align = 'start' } = props
  const place = useRef<HTMLDivElement>(null)
  useBackCloses(onClose, true)
  const isSheet = useSheet(place, props.role === 'menu', onClose)

  useLayoutEffect(() => {
    const popover = place.current
    if (!popover) return undefined
    const opener = document.activeElement
    popover.showPopover()
    const move = () => !isSheet && putBeside(popover, anchor, side, align)
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
      popover={isSheet ? 'manual' : 'auto'}
      tabIndex={-1}
      aria-label={label}
      role={props.role ?? 'dialog'}
      class={`${styles['popover']} ${isSheet ? styles['sheet'] : ''} ${props.class ?? ''}`}
      onKeyDown={(event) => {
        // The browser itself closes the others.
        if (isSheet && event.key === 'Escape') onClose()
        else props.onKeyDown?.(event)
      }}
      onToggle={(event) => {
        if (event.newState === 'closed' && event.currentTarget.isConnected) onClose()
      }}
    >
      {children}
    </div>
  )
}
