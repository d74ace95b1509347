import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { useApp } from '../../app'

interface PersonLinkProps {
  userId: number
  children: ComponentChildren
  class?: string | undefined
  /** A second way to what a link beside it does: passed over by Tab and screen readers. */
  isSecondary?: boolean
  isTabbable?: boolean
}

/** Somebody: a click shows their card; as a link it leads to the private conversation with them. */
export function PersonLink({
  userId,
  children,
  class: className,
  isSecondary = false,
  isTabbable = true,
}: PersonLinkProps) {
  const { navigation, overlays } = useApp()

  function showCard(event: TargetedMouseEvent<HTMLAnchorElement>): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    overlays.show({ kind: 'person', userId, anchor: event.currentTarget })
  }

  return (
    <a
      class={className}
      href={navigation.hrefOf({ view: 'narrow', narrow: [{ operator: 'dm', operand: [userId] }] })}
      tabIndex={isTabbable && !isSecondary ? 0 : -1}
      aria-hidden={isSecondary ? 'true' : undefined}
      onClick={showCard}
    >
      {children}
    </a>
  )
}
