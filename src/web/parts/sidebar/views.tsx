import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { keyOfNarrow } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import type { Route } from '../../data/navigation/route'
import { Count } from '../../ui/count/count'
import { Icon } from '../../ui/icon/icon'
import type { IconName } from '../../lib/icon-names'
import { useIsCurrent, useScrolledIntoView } from './use-is-current'
import styles from './sidebar.module.css'

const mentions: Narrow = [{ operator: 'is', operand: 'mentioned' }]
const starred: Narrow = [{ operator: 'is', operand: 'starred' }]

/** Links to the views across all conversations. */
export function Views() {
  const { store, writing } = useApp()
  const drafts = writing.value?.drafts.count.value ?? store.read('drafts').length
  const scheduled = store.read('scheduled_messages').length + store.read('reminders').length
  const showsStarred = store.read('user_settings')['starred_message_counts']
  return (
    <ul role="list" class={styles['views']}>
      <View
        place={{ view: 'inbox' }}
        icon="inbox"
        name={t.views.inbox}
        unread={store.unread.total}
      />
      <View place={{ view: 'recent' }} icon="clock" name={t.views.recent} />
      <View place={{ view: 'narrow', narrow: [] }} icon="layers" name={t.views.feed} />
      <View
        place={{ view: 'narrow', narrow: mentions }}
        icon="at-sign"
        name={t.views.mentions}
        unread={store.unread.mentions}
        isPersonal
      />
      <View
        place={{ view: 'narrow', narrow: starred }}
        icon="star"
        name={t.views.starred}
        held={showsStarred ? store.read('starred_messages').length : 0}
      />
      <View place={{ view: 'drafts' }} icon="file-pen" name={t.views.drafts} held={drafts} />
      {scheduled > 0 && (
        <View
          place={{ view: 'scheduled' }}
          icon="calendar-clock"
          name={t.views.scheduled}
          held={scheduled}
        />
      )}
    </ul>
  )
}

interface ViewProps {
  place: Route
  icon: IconName
  name: string
  unread?: number
  isPersonal?: boolean
  /** A count of items that are not unread messages, shown without emphasis. */
  held?: number
}

function View({ place, icon, name, unread = 0, isPersonal = false, held = 0 }: ViewProps) {
  const { navigation } = useApp()
  const isCurrent = useIsCurrent(place.view === 'narrow' ? keyOfNarrow(place.narrow) : place.view)
  const row = useScrolledIntoView(isCurrent)
  const said = held > 0 ? t.sidebar.held(held) : unread > 0 ? t.sidebar.unread(unread) : undefined
  return (
    <li>
      <a
        ref={row}
        class={`row-link ${styles['row']}`}
        href={navigation.hrefOf(place)}
        aria-label={name}
        aria-description={said}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon name={icon} />
        <span class={`row-name ${styles['name']}`}>{name}</span>
        {held > 0 && <span class={styles['held']} aria-hidden="true" data-count={held} />}
        <Count count={unread} isPersonal={isPersonal} />
      </a>
    </li>
  )
}
