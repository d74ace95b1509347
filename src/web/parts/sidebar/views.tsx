import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { keyOfNarrow } from '../../data/narrow/narrow'
import { routeOfView } from '../../data/navigation/route'
import { viewNames, views } from '../../lib/views'
import type { ViewName } from '../../lib/views'
import { Count } from '../../ui/count/count'
import { Icon } from '../../ui/icon/icon'
import { useIsCurrent, useScrolledIntoView } from './use-is-current'
import styles from './sidebar.module.css'

/** Links to the views across all conversations. */
export function Views() {
  const { store, writing } = useApp()
  const showsStarred = store.read('user_settings')['starred_message_counts']
  const counts: Readonly<Partial<Record<ViewName, Counts>>> = {
    inbox: { unread: store.unread.total },
    mentions: { unread: store.unread.mentions, isPersonal: true },
    starred: { held: showsStarred ? store.read('starred_messages').length : 0 },
    drafts: { held: writing.value?.drafts.count.value ?? store.read('drafts').length },
    scheduled: { held: store.read('scheduled_messages').length + store.read('reminders').length },
  }
  return (
    <ul role="list" class={styles['views']}>
      {viewNames.map((name) => {
        if (views[name].hidesEmpty && !counts[name]?.held) return null
        return <View key={name} name={name} {...counts[name]} />
      })}
    </ul>
  )
}

interface Counts {
  unread?: number
  isPersonal?: boolean
  /** A count of items that are not unread messages, shown without emphasis. */
  held?: number
}

function View({ name, unread = 0, isPersonal = false, held = 0 }: Counts & { name: ViewName }) {
  const { navigation } = useApp()
  const place = routeOfView(name)
  const isCurrent = useIsCurrent(place.view === 'narrow' ? keyOfNarrow(place.narrow) : place.view)
  const row = useScrolledIntoView(isCurrent)
  const said = held > 0 ? t.sidebar.held(held) : unread > 0 ? t.sidebar.unread(unread) : undefined
  return (
    <li>
      <a
        ref={row}
        class={`row-link ${styles['row']}`}
        href={navigation.hrefOf(place)}
        aria-label={t.views[name]}
        aria-description={said}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon name={views[name].icon} />
        <span class={`row-name ${styles['name']}`}>{t.views[name]}</span>
        {held > 0 && <span class={styles['held']} aria-hidden="true" data-count={held} />}
        <Count count={unread} isPersonal={isPersonal} />
      </a>
    </li>
  )
}
