import { roles } from '../../../shared/rules/roles'
import * as t from '../../texts/catalog'
import type { User } from '../../data/records/state'
import { Avatar } from '../avatar/avatar'
import styles from './person-cell.module.css'

/** A user in a table row: avatar, name, address. */
export function PersonCell({ user }: { user: User }) {
  const tag = user.is_bot
    ? t.streamSubscribers.bot
    : user.role === roles.guest && t.streamSubscribers.guest
  return (
    <div class={styles['person']}>
      <Avatar user={user} size="s" />
      <div class={styles['about']}>
        <p>
          <bdi>{user.full_name}</bdi>
          {tag && <span class={styles['tag']}> {tag}</span>}
        </p>
        <p class={styles['email']}>{user.email}</p>
      </div>
    </div>
  )
}
