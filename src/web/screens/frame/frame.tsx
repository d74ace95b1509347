import { useApp } from '../../app'
import { Sidebar } from '../../parts/sidebar/sidebar'
import { FeedScreen } from '../feed/feed-screen'
import { InboxScreen } from '../inbox/inbox-screen'
import styles from './frame.module.css'

/** What is around every screen of somebody who is logged in: banner, conversations, the screen, people. */
export function Frame() {
  const { store, connection, logOut } = useApp()
  return (
    <div class={styles['frame']}>
      <header class={styles['banner']}>
        <strong>{store.read('realm_name')}</strong>
        <span role="status">{connection.trouble.value}</span>
        <button class="button" onClick={() => void logOut()}>
          Log out
        </button>
      </header>
      <Sidebar />
      <main class={styles['main']}>
        <Screen />
      </main>
    </div>
  )
}

function Screen() {
  const place = useApp().navigation.place.value
  return place.view === 'narrow' ? (
    <FeedScreen place={place} />
  ) : (
    <InboxScreen />
  )
}
