import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import { useKey } from '../../keyboard/use-key'
import { narrowTo } from '../../narrow/narrow'
import { Avatar } from '../avatar/avatar'
import { Icon } from '../icon/icon'
import { IconButton } from '../icon-button/icon-button'
import { StatusEmoji } from '../person/status-emoji'
import { usePeopleInOrder } from './use-people-in-order'
import styles from './people.module.css'

/** More are found by their names. */
const mostShown = 100

/** Everybody in the organisation, those who are there first; a click writes to them. */
export function People({ startsInFilter = false }: { startsInFilter?: boolean }) {
  const filter = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  useKey('filterPeople', () => field.current?.select())
  const found = usePeopleInOrder(filter.value)
  const shown = found.slice(0, mostShown)

  return (
    <aside class={styles['people']} aria-label={t.people.name}>
      <div class={styles['filter']}>
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          autofocus={startsInFilter}
          aria-label={t.people.filter}
          placeholder={t.people.filter}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.currentTarget.closest('aside')?.querySelector<HTMLElement>('ul a')?.click()
            }
            if (event.key !== 'Escape' || filter.value === '') return
            event.preventDefault()
            event.stopPropagation()
            filter.value = ''
          }}
        />
      </div>
      <div class={styles['list']}>
        <ul role="list">
          {shown.map((id) => (
            <PersonRow key={id} userId={id} />
          ))}
        </ul>
        {shown.length < found.length && (
          <p class={styles['note']}>{t.people.more(found.length - shown.length)}</p>
        )}
        {found.length === 0 && <p class={styles['note']}>{t.people.nobody}</p>}
      </div>
    </aside>
  )
}

function PersonRow({ userId }: { userId: number }) {
  const { store, navigation, overlays } = useApp()
  const person = store.user(userId)
  if (!person) return null
  const isSelf = userId === store.state.user_id
  const status = store.presenceOf(userId)
  const said = store.read('user_status')[userId]?.status_text
  const narrow = narrowTo({ kind: 'private', userIds: isSelf ? [] : [userId] })
  const name = isSelf ? t.people.self(person.full_name) : person.full_name
  return (
    <li class={`${styles['row']} ${status === 'offline' ? styles['offline'] : ''}`}>
      <a class={styles['person']} href={navigation.hrefOf({ view: 'narrow', narrow })}>
        <Avatar user={person} size="s" status={status} />
        <span class={styles['text']}>
          <span class={styles['name']}>{name}</span>
          {said && <span class={styles['said']}>{said}</span>}
        </span>
        <StatusEmoji userId={userId} />
        <span class="visually-hidden">, {t.presence[status]}</span>
      </a>
      <IconButton
        icon="circle-user-round"
        class={styles['card']}
        label={t.people.about(person.full_name)}
        onClick={(event) =>
          overlays.show({ kind: 'person', userId, anchor: event.currentTarget as HTMLElement })
        }
      />
    </li>
  )
}
