import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { narrowTo } from '../../data/narrow/narrow'
import { Avatar } from '../avatar/avatar'
import { IconButton } from '../../ui/icon-button/icon-button'
import { ListFilter } from '../../ui/list-filter/list-filter'
import { GuestMark } from '../person/guest-mark'
import { presenceOf } from '../person/presence'
import { StatusEmoji } from '../person/status-emoji'
import { usePeopleHere } from './use-people-here'
import { usePeopleInOrder } from './use-people-in-order'
import styles from './people.module.css'

/** Max rows; the filter finds further people. */
const mostShown = 100

interface PeopleProps {
  startsInFilter?: boolean
  /** Closes the column, or makes one from the drawer; absent where there is no space for it. */
  onDock?: (() => void) | undefined
  isDocked?: boolean
}

/**
 * The people of the open conversation, then all others of the organization, present ones first; a click opens the
 * private conversation.
 */
export function People({ startsInFilter = false, onDock, isDocked = false }: PeopleProps) {
  const filter = useSignal('')
  const inOrder = usePeopleInOrder(filter.value)
  const peopleHere = usePeopleHere()
  const here = filter.value === '' ? peopleHere.slice(0, mostShown) : []
  const found = here.length > 0 ? inOrder.filter((id) => !here.includes(id)) : inOrder
  const shown = found.slice(0, mostShown)

  return (
    <aside class={styles['people']} aria-label={t.people.name}>
      <ListFilter
        icon="search"
        label={t.people.filter}
        text={filter}
        keyName="filterPeople"
        takesFocus={startsInFilter}
      >
        {onDock && (
          <IconButton
            icon={isDocked ? 'x' : 'pin'}
            label={isDocked ? t.people.close : t.people.keepOpen}
            onClick={onDock}
          />
        )}
      </ListFilter>
      <div class={styles['list']}>
        {here.length > 0 && (
          <>
            <h2>{t.people.here}</h2>
            <ul role="list" aria-label={t.people.here}>
              {here.map((id) => (
                <PersonRow key={id} userId={id} />
              ))}
            </ul>
            <h2>{t.people.others}</h2>
          </>
        )}
        <ul role="list">
          {shown.map((id) => (
            <PersonRow key={id} userId={id} />
          ))}
        </ul>
        {shown.length < found.length && (
          <p class="row-note">{t.people.more(found.length - shown.length)}</p>
        )}
        {found.length === 0 && <p class="row-note">{t.people.nobody}</p>}
      </div>
    </aside>
  )
}

function PersonRow({ userId }: { userId: number }) {
  const app = useApp()
  const { store, navigation, overlays } = app
  const person = store.user(userId)
  if (!person) return null
  const isSelf = userId === store.state.user_id
  const status = presenceOf(app, userId)
  const said = store.read('user_status')[userId]?.status_text
  const narrow = narrowTo({ kind: 'private', userIds: isSelf ? [] : [userId] })
  const name = isSelf ? t.people.self(person.full_name) : person.full_name
  return (
    <li class={`row ${status === 'offline' ? styles['offline'] : ''}`}>
      <a
        class={`row-link ${styles['person']}`}
        href={navigation.hrefOf({ view: 'narrow', narrow })}
      >
        <Avatar user={person} size="s" status={status} />
        <span class={styles['text']}>
          <span class={styles['name']}>
            {name} <GuestMark role={person.role} />
          </span>
          {said && <span class={styles['said']}>{said}</span>}
        </span>
        <StatusEmoji userId={userId} />
        <span class="visually-hidden">, {t.presence[status]}</span>
      </a>
      <IconButton
        icon="circle-user-round"
        class="row-tool"
        label={t.people.about(person.full_name)}
        onClick={(event) =>
          overlays.show({ kind: 'person', userId, anchor: event.currentTarget as HTMLElement })
        }
      />
    </li>
  )
}
