import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { CheckSetting, SelectSetting, SettingGroup } from '../../parts/setting/setting'
import type { SettingTarget } from '../../parts/setting/setting'
import { Palette } from '../../parts/streams/palette'
import type { Subscription } from '../../data/records/state'
import { StreamMailAddress } from './stream-mail-address'
import { useStream } from './use-stream'
import styles from './streams.module.css'

/** Account settings that apply if the subscription has no value. */
const inherited = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
} as const
type Kind = keyof typeof inherited
const ownKinds: readonly Kind[] = [
  'desktop_notifications',
  'audible_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]
/** Kinds that this app does not send. */
const foreignKinds: readonly Kind[] = ['push_notifications']

/** The reader's own settings of a stream: color, pinning, mute, notifications. */
export function StreamPersonal() {
  const { store, toasts } = useApp()
  const { stream } = useStream()
  const subscription = store.subscription(stream.stream_id)
  const settings = store.read('user_settings')
  if (!subscription) return <p class={styles['note']}>{t.streamPersonal.notIn}</p>
  const target = (property: keyof Subscription) => ofSubscription(stream.stream_id, property)
  const choice = (kind: Kind) => (
    <SelectSetting
      key={kind}
      target={target(kind)}
      label={t.streamPersonal.kinds[kind] ?? kind}
      choices={[
        { value: null, label: t.streamPersonal.asAlways(settings[inherited[kind]]) },
        { value: true, label: t.streamPersonal.on },
        { value: false, label: t.streamPersonal.off },
      ]}
    />
  )

  return (
    <div class={styles['personal']}>
      <CheckSetting target={target('pin_to_top')} label={t.streamPersonal.pin} />
      <CheckSetting target={target('is_muted')} label={t.streamPersonal.mute} />
      <SettingGroup title={t.streamPersonal.color}>
        <Palette
          label={t.streamPersonal.color}
          chosen={subscription.color}
          onChoose={(color) => {
            target('color')
              .save(color)
              .catch((error: unknown) => toasts.fail(t.streamMenu.failed, error))
          }}
        />
      </SettingGroup>
      <SettingGroup title={t.streamPersonal.notifications}>{ownKinds.map(choice)}</SettingGroup>
      <SettingGroup title={t.streamPersonal.otherApps}>{foreignKinds.map(choice)}</SettingGroup>
      <SettingGroup title={t.streamMailAddress.title}>
        <StreamMailAddress />
      </SettingGroup>
    </div>
  )
}

/** Source: docs/protocol/subscriptions.md#settings. */
function ofSubscription(id: number, property: keyof Subscription): SettingTarget {
  return {
    read: ({ store }) => store.subscription(id)?.[property],
    save: (value) => {
      const isOn = value === null ? null : value === true
      const change = { stream_id: id, property, value: isOn }
      return call('POST /users/me/subscriptions/properties', { subscription_data: [change] })
    },
  }
}
