import type { ArgumentsOf } from '../../../../shared/calls'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import { byName } from '../../../data/conversations/names'
import * as t from '../../../texts/catalog'
import { Select } from '../../../ui/form/fields'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { SettingGroup } from '../../../parts/setting/setting'
import { Table } from '../../../ui/table/table'
import type { Subscription } from '../../../data/records/state'

/** Notification properties of a subscription, and the account settings that apply while they are null. */
const kinds = [
  {
    key: 'desktop',
    property: 'desktop_notifications',
    setting: 'enable_stream_desktop_notifications',
  },
  {
    key: 'sound',
    property: 'audible_notifications',
    setting: 'enable_stream_audible_notifications',
  },
  {
    key: 'push',
    property: 'push_notifications',
    setting: 'enable_stream_push_notifications',
  },
  {
    key: 'mail',
    property: 'email_notifications',
    setting: 'enable_stream_email_notifications',
  },
  { key: 'all', property: 'wildcard_mentions_notify', setting: 'wildcard_mentions_notify' },
] as const

const differs = (stream: Subscription) => kinds.some(({ property }) => stream[property] != null)

type Change = ArgumentsOf<'POST /users/me/subscriptions/properties'>['subscription_data'][number]

/** Streams with notification settings of their own. */
export function StreamExceptions() {
  const { store, toasts } = useApp()
  const subscriptions = store.read('subscriptions')
  const settings = store.read('user_settings')
  const rows = subscriptions.filter(differs)
  const others = subscriptions
    .filter((stream) => !differs(stream))
    .toSorted((a, b) => byName(a.name, b.name))

  const change = (subscription_data: readonly Change[]) =>
    call('POST /users/me/subscriptions/properties', { subscription_data })

  const tryChange = (changes: readonly Change[]) =>
    void change(changes).catch((error: unknown) => toasts.fail(t.yourMenu.notSaved, error))

  const resets = ({ stream_id }: Subscription) =>
    kinds.map(({ property }) => ({ stream_id, property, value: null }))

  function add(id: number): void {
    // Copies the account's values into the subscription, which lists the stream here for editing.
    tryChange(
      kinds.map(({ property, setting }) => ({
        stream_id: id,
        property,
        value: settings[setting],
      })),
    )
  }

  return (
    <SettingGroup title={t.notificationSettings.exceptions}>
      <Table
        label={t.notificationSettings.exceptions}
        rows={rows}
        keyOf={({ stream_id: id }) => id}
        nameOf={({ name }) => name}
        none={t.notificationSettings.noExceptions}
        sortedBy={{ column: 'name' }}
        tools={
          others.length > 0 && (
            <Select
              tie={{ 'aria-label': t.notificationSettings.addException }}
              value={0}
              choices={[
                { value: 0, label: t.notificationSettings.addException },
                ...others.map(({ stream_id: value, name }) => ({ value, label: name })),
              ]}
              onChoose={(id) => {
                if (id !== 0) add(Number(id))
              }}
            />
          )
        }
        bulk={[
          {
            label: t.notificationSettings.reset,
            run: (chosen) => change(chosen.flatMap(resets)),
          },
        ]}
        columns={[
          {
            key: 'name',
            title: t.topicSettings.stream,
            sortBy: ({ name }) => name,
            cell: ({ name }) => name,
          },
          ...kinds.map(({ key, property, setting }) => ({
            key,
            title: t.notificationSettings.kinds[key],
            cell: (stream: Subscription) => (
              <Select
                tie={{ 'aria-label': `${stream.name}: ${t.notificationSettings.kinds[key]}` }}
                value={stream[property]}
                choices={[
                  { value: null, label: t.notificationSettings.asAll(settings[setting]) },
                  { value: true, label: t.notificationSettings.on },
                  { value: false, label: t.notificationSettings.off },
                ]}
                onChoose={(value) => {
                  const isOn = value === null ? null : value === true
                  tryChange([{ stream_id: stream.stream_id, property, value: isOn }])
                }}
              />
            ),
          })),
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '2rem',
            cell: (stream) => (
              <IconButton
                icon="trash-2"
                label={t.notificationSettings.resetOf(stream.name)}
                onClick={() => tryChange(resets(stream))}
              />
            ),
          },
        ]}
      />
    </SettingGroup>
  )
}
