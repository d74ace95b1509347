import { useApp } from '../../context/app'
import { FeedScreen } from '../feed/feed-screen'
import { InboxScreen } from '../inbox/inbox-screen'
import { lazy, lazyScreen } from '../../parts/lazy/lazy'
import type { SettingsAreaName } from '../../data/navigation/route'
import type { SimpleView } from '../../lib/views'

const screens = {
  inbox: InboxScreen,
  recent: lazy((parts) => parts.RecentScreen, { isUrgent: true }),
  drafts: lazy((parts) => parts.DraftsScreen, { isUrgent: true }),
  scheduled: lazy((parts) => parts.ScheduledScreen, { isUrgent: true }),
} satisfies Record<SimpleView, unknown>

const settingsAreas = {
  settings: lazyScreen((parts) => parts.SettingsScreen),
  organization: lazyScreen((parts) => parts.OrganizationScreen),
  streams: lazyScreen((parts) => parts.StreamsScreen),
  groups: lazyScreen((parts) => parts.GroupsScreen),
  topics: lazy((parts) => parts.TopicsScreen, { isUrgent: true }),
} satisfies Record<SettingsAreaName, unknown>

/** The screen of the current route. */
export function Screen() {
  const place = useApp().navigation.route.value
  if (place.view === 'narrow') return <FeedScreen place={place} />
  if ('path' in place) {
    const SettingsScreenOfArea = settingsAreas[place.view]
    return <SettingsScreenOfArea key={place.view} path={place.path} />
  }
  const ScreenOfView = screens[place.view]
  return <ScreenOfView />
}
