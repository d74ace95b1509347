import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { useApp } from '../../context/app'

interface PersonLinkProps {
  userId: number
  children: ComponentChildren
  class?: string | undefined
  /** Skips the link for Tab and screen readers, because a link beside it has the same target. */
  isSecondary?: boolean
  isTabbable?: boolean
}

/** A user's name or avatar: a click opens the user card; as a link it leads to the private conversation. */
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
