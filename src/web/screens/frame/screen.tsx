import { useApp } from '../../app'
import { lazy } from '../../parts/lazy/lazy'
import { FeedScreen } from '../feed/feed-screen'
import { InboxScreen } from '../inbox/inbox-screen'
import { RecentScreen } from '../recent/recent-screen'

const DraftsScreen = lazy(() =>
  import('../drafts/drafts-screen').then((module) => module.DraftsScreen),
)

/** The screen of the place where the reader is. */
export function Screen() {
  const place = useApp().navigation.place.value
  if (place.view === 'narrow') return <FeedScreen place={place} />
  if (place.view === 'recent') return <RecentScreen />
  if (place.view === 'drafts') return <DraftsScreen />
  return <InboxScreen />
}
