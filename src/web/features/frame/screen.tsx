import { useApp } from '../../app/app'
import { FeedScreen } from '../feed/feed-screen'
import { InboxScreen } from '../inbox/inbox-screen'
import { lazy, lazyRoom } from '../../ui/lazy/lazy'
import type { Room } from '../../app/navigation/place'

const DraftsScreen = lazy((parts) => parts.DraftsScreen, { isUrgent: true })
const RecentScreen = lazy((parts) => parts.RecentScreen, { isUrgent: true })

const rooms = {
  settings: lazyRoom((parts) => parts.SettingsScreen),
  organization: lazyRoom((parts) => parts.OrganizationScreen),
  streams: lazyRoom((parts) => parts.StreamsScreen),
  groups: lazyRoom((parts) => parts.GroupsScreen),
} satisfies Record<Room, unknown>

/** The screen of the current route. */
export function Screen() {
  const place = useApp().navigation.place.value
  if (place.view === 'narrow') return <FeedScreen place={place} />
  if ('path' in place) {
    const RoomScreen = rooms[place.view]
    return <RoomScreen key={place.view} path={place.path} />
  }
  if (place.view === 'recent') return <RecentScreen />
  if (place.view === 'drafts') return <DraftsScreen />
  return <InboxScreen />
}
