import { useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { narrowTo } from '../../data/narrow/narrow'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { Menu, MenuItem } from '../../ui/menu/menu'
import { statusOf } from '../../parts/person/status'
import styles from './feed-header.module.css'

/** Presence, status and menu of a private conversation, in its heading. */
export function PrivateTools({ userIds }: { userIds: readonly number[] }) {
  const { store, overlays, reads, toasts } = useApp()
  const place = useRef<HTMLSpanElement>(null)
  const narrow = narrowTo({ kind: 'private', userIds })
  const [only] = userIds.length === 1 ? userIds : []
  const person = only === undefined ? undefined : store.user(only)
  const status = person && statusOf(store.read('user_status'), person.user_id)
  const facts = [
    person && !person.is_bot ? t.presence[store.presenceOf(person.user_id)] : '',
    status?.status_text ?? '',
  ]
  return (
    <span ref={place} class={styles['tools']}>
      <span class={styles['facts']}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
      <Menu label={t.feed.privateMenu} align="end" button={<Icon name="ellipsis-vertical" />}>
        {() => (
          <>
            <MenuItem
              icon="check-check"
              onChoose={() =>
                void reads
                  .markNarrow(narrow)
                  .catch((error: unknown) => toasts.fail(t.markRead.failed, error))
              }
            >
              {t.streamMenu.markRead}
            </MenuItem>
            {userIds.map((userId) => (
              <MenuItem
                key={userId}
                icon="circle-user-round"
                onChoose={() => {
                  if (place.current) {
                    overlays.show({ kind: 'person', userId, anchor: place.current })
                  }
                }}
              >
                {t.people.about(store.user(userId)?.full_name ?? t.sidebar.somebody)}
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
    </span>
  )
}
