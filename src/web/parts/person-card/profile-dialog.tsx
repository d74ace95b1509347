import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import { isMemberOf } from '../../data/rights/group-members'
import type { User, UserGroup } from '../../data/records/state'
import * as t from '../../texts/catalog'
import { Avatar } from '../avatar/avatar'
import { Dialog } from '../../ui/dialog/dialog'
import { Icon } from '../../ui/icon/icon'
import { Loading } from '../../ui/loaded/loading'
import { useLoaded } from '../../ui/loaded/use-loaded'
import { Facts } from './facts'
import { ProfileValues } from './profile-values'
import styles from './person-card.module.css'

/** Everything about a user: role, local time, all profile fields, groups and streams in common with the reader. */
export function ProfileDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { store, navigation } = useApp()
  const user = store.user(userId)
  if (!user) return null
  const privately = { view: 'narrow', narrow: [{ operator: 'dm', operand: [userId] }] } as const
  return (
    <Dialog
      title={user.full_name}
      onClose={onClose}
      actions={
        user.is_active && (
          <a class="button primary" href={navigation.hrefOf(privately)} onClick={onClose}>
            <Icon name="message-square" />
            {t.person.send}
          </a>
        )
      }
    >
      <div class={styles['profile']}>
        <div class={styles['head']}>
          <Avatar user={user} size="l" />
          <Facts user={user} isInProfile />
        </div>
        <ProfileValues user={user} />
        <CommonGroups user={user} onClose={onClose} />
        <CommonStreams user={user} onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** Links to the groups that the user and the reader are both in, directly or through other groups. */
function CommonGroups({ user, onClose }: { user: User; onClose: () => void }) {
  const { store, navigation } = useApp()
  const ownId = store.state.user_id
  const groups = store.read('realm_user_groups')
  const isCommon = ({ id, is_system_group: isSystems, deactivated }: UserGroup) =>
    !isSystems && !deactivated && [ownId, user.user_id].every((one) => isMemberOf(groups, id, one))
  const common = groups.filter(isCommon)
  if (common.length === 0) return null
  return (
    <section>
      <h3>{user.user_id === ownId ? t.person.groups : t.person.commonGroups}</h3>
      <ul role="list" class={styles['names']}>
        {common.map(({ id, name }) => (
          <li key={id}>
            <a
              href={navigation.hrefOf({ view: 'groups', path: [`${id}`, name] })}
              onClick={onClose}
            >
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the streams that the user and the reader are both subscribed to. The server answers them. */
function CommonStreams({ user, onClose }: { user: User; onClose: () => void }) {
  const { store, navigation } = useApp()
  const isOwn = user.user_id === store.state.user_id
  const { value, refusal, retry } = useLoaded(
    () => call('GET /users/{user_id}/channels', { user_id: user.user_id }),
    [user.user_id],
  )
  if (refusal !== undefined) return <Loading refusal={refusal} onRetry={retry} />
  const common = (value?.subscribed_channel_ids ?? []).flatMap((id) => store.subscription(id) ?? [])
  if (common.length === 0) return null
  return (
    <section>
      <h3>{isOwn ? t.person.streams : t.person.commonStreams}</h3>
      <ul role="list" class={styles['names']}>
        {common
          .sort((a, b) => a.name.localeCompare(b.name))
          .map(({ stream_id: id, name }) => (
            <li key={id}>
              <a
                href={navigation.hrefOf({
                  view: 'narrow',
                  narrow: [{ operator: 'channel', operand: id }],
                })}
                onClick={onClose}
              >
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}
