import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { GroupSetting } from '../../parts/group-setting/group-setting'
import { declarationsOf } from '../../data/people/group-values'
import { asRealmUser } from '../../data/rights/permissions'
import { maySetDeletionPolicy } from '../../../shared/rules/realm-rights'
import { deletionPermissions } from '../../../shared/rules/stream-rights'
import { useStream } from './use-stream'
import styles from './streams.module.css'

export const permissionNames = [
  'can_send_message_group',
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_subscribe_group',
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_create_topic_group',
  'can_resolve_topics_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
] as const

/** Permissions that let users into the stream; for a private stream, only its readers may grant them. */
const entries: readonly string[] = ['can_add_subscribers_group', 'can_subscribe_group']

/** Whether a permission is for those alone who may choose who deletes messages. */
export function takesDeletionPolicy(name: string): boolean {
  return deletionPermissions.some((each) => each === name)
}

/** Permissions of a stream. */
export function StreamPermissions() {
  const { store } = useApp()
  const { stream, rights } = useStream()
  const declarations = declarationsOf(store.state, 'stream')
  const { stream_id: id, invite_only: isPrivate } = stream
  const isClosed = isPrivate && !rights.read
  const maySetDeletion = maySetDeletionPolicy(asRealmUser(store.state))
  const isLocked = (name: string) =>
    !rights.administer ||
    (isClosed && entries.includes(name)) ||
    (!maySetDeletion && takesDeletionPolicy(name))
  return (
    <>
      {!rights.administer && <p class={styles['note']}>{t.streamPermissions.readOnly}</p>}
      {rights.administer && isClosed && (
        <p class={styles['note']}>{t.streamPermissions.onlyReaders}</p>
      )}
      {permissionNames.map((name) => (
        <GroupSetting
          key={name}
          label={t.streamPermissions.names[name] ?? name}
          hint={t.streamPermissions.hints[name]}
          value={stream[name]}
          declaration={declarations[name]}
          disabled={isLocked(name)}
          save={(value, old) =>
            call('PATCH /streams/{stream_id}', { stream_id: id, [name]: { new: value, old } })
          }
        />
      ))}
    </>
  )
}
