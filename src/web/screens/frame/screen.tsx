import { useApp } from '../../app'
import { FeedScreen } from '../feed/feed-screen'
import { InboxScreen } from '../inbox/inbox-screen'
import { lazy } from '../../parts/lazy/lazy'

const DraftsScreen = lazy((parts) => parts.DraftsScreen, { isUrgent: true })
const RecentScreen = lazy((parts) => parts.RecentScreen, { isUrgent: true })

/** The screen of the place where the reader is. */
export function Screen() {
  const place = useApp().navigation.place.value
  if (place.view === 'narrow') return <FeedScreen place={place} />
  if (place.view === 'recent') return <RecentScreen />
  if (place.view === 'drafts') return <DraftsScreen />
  return <InboxScreen />
}
