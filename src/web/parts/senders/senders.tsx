import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Avatar } from '../avatar/avatar'
import styles from './senders.module.css'

const mostFaces = 4

/** Avatars of the senders of a conversation, with all names for screen readers. @param ids the latest sender first */
export function Senders({ ids }: { ids: readonly number[] }) {
  const { store } = useApp()
  const users = ids.slice(0, mostFaces).flatMap((id) => store.user(id) ?? [])
  const names = users.map((user) => user.full_name).join(', ')
  const more = ids.length - users.length
  const all = t.recent.othersWrote(names, more)
  return (
    <span class={styles['faces']} title={all}>
      {users.map((user) => (
        <Avatar key={user.user_id} user={user} size="s" />
      ))}
      {more > 0 && <span aria-hidden="true">+{more}</span>}
      <span class="visually-hidden">{all}</span>
    </span>
  )
}
