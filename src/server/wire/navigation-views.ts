import type { NavigationViewEvent, NavigationViewRecord } from '../../shared/navigation-views'

export function presentNavigationView(view: NavigationViewRecord): NavigationViewRecord {
  const { fragment, is_pinned, name } = view
  return { fragment, is_pinned, name }
}

export function navigationViewAdded(view: NavigationViewRecord): NavigationViewEvent {
  return { type: 'navigation_view', op: 'add', navigation_view: view }
}

export function navigationViewChanged(
  fragment: string,
  data: Partial<NavigationViewRecord>,
): NavigationViewEvent {
  return { type: 'navigation_view', op: 'update', fragment, data }
}

export function navigationViewRemoved(fragment: string): NavigationViewEvent {
  return { type: 'navigation_view', op: 'remove', fragment }
}
