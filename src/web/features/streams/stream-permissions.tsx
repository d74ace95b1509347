import { call } from '../../data/api/call'
import { useApp } from '../../app/app'
import * as t from '../../texts/catalog'
import { GroupSetting } from '../../ui/group-setting/group-setting'
import { declarationsOf } from '../../data/people/group-values'
import { useStream } from './use-stream'
import styles from './streams.module.css'

export const permissionNames = [
  'can_send_message_group',
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_subscribe_group',
] as const

/** Permissions that let users into the stream; for a private stream, only its readers may grant them. */
const entries: readonly string[] = ['can_add_subscribers_group', 'can_subscribe_group']

/** Permissions of a stream. */
export function StreamPermissions() {
  const { store } = useApp()
  const { stream, rights } = useStream()
  const declarations = declarationsOf(store.state, 'stream')
  const { stream_id: id, invite_only: isPrivate } = stream
  const isClosed = isPrivate && !rights.read
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
          disabled={!rights.administer || (isClosed && entries.includes(name))}
          save={(value, old) =>
            call('PATCH /streams/{stream_id}', { stream_id: id, [name]: { new: value, old } })
          }
        />
      ))}
    </>
  )
}
