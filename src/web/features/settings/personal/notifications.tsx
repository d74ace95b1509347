import { iconCounts } from '../../../../shared/rules/icon-count'
import { askForNotifications, notificationPermission } from '../../../data/notifications/permission'
import type { UserSettings } from '../../../data/records/state'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { useSetting } from '../../../parts/setting/use-setting'
import {
  CheckSetting,
  SelectSetting,
  SettingGroup,
  userSetting,
} from '../../../parts/setting/setting'
import { MailTrouble } from './mail-trouble'
import { QuietTimes } from './quiet-times'
import { StreamExceptions } from './stream-exceptions'
import styles from './personal.module.css'

type Row = { key: keyof typeof t.notificationSettings.rows } & {
  [K in 'desktop' | 'sound' | 'push' | 'mail' | 'all']?: keyof UserSettings
}

/** Rows of the table: kinds of messages, and the settings of their notifications. */
const rows: readonly Row[] = [
  {
    key: 'personal',
    desktop: 'enable_desktop_notifications',
    sound: 'enable_sounds',
    push: 'enable_offline_push_notifications',
    mail: 'enable_offline_email_notifications',
  },
  {
    key: 'followed',
    desktop: 'enable_followed_topic_desktop_notifications',
    sound: 'enable_followed_topic_audible_notifications',
    push: 'enable_followed_topic_push_notifications',
    mail: 'enable_followed_topic_email_notifications',
    all: 'enable_followed_topic_wildcard_mentions_notify',
  },
  {
    key: 'streams',
    desktop: 'enable_stream_desktop_notifications',
    sound: 'enable_stream_audible_notifications',
    push: 'enable_stream_push_notifications',
    mail: 'enable_stream_email_notifications',
    all: 'wildcard_mentions_notify',
  },
]

const kinds = ['desktop', 'sound', 'push', 'mail', 'all'] as const

const labelOf = (row: Row['key'], kind: (typeof kinds)[number]) =>
  `${t.notificationSettings.rows[row]}: ${t.notificationSettings.kinds[kind]}`

/** The checkboxes of the table. */
export function notificationCells(): { name: keyof UserSettings; label: string }[] {
  return rows.flatMap((row) =>
    kinds.flatMap((kind) =>
      row[kind] ? [{ name: row[kind], label: labelOf(row.key, kind) }] : [],
    ),
  )
}

/** Notification settings. */
export function Notifications() {
  return (
    <>
      <BrowserPermission />
      <MailTrouble />
      <SettingGroup title={t.notificationSettings.what}>
        <table class={styles['grid']}>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">{t.notificationSettings.where}</span>
              </th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {t.notificationSettings.kinds[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{t.notificationSettings.rows[row.key]}</th>
                {kinds.map((kind) => (
                  <td key={kind}>
                    {row[kind] && <Cell name={row[kind]} label={labelOf(row.key, kind)} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <CheckSetting
          target={userSetting('pm_content_in_desktop_notifications')}
          label={t.notificationSettings.content}
        />
        <CheckSetting
          target={userSetting('enable_online_push_notifications')}
          label={t.notificationSettings.pushOnline}
        />
        <SelectSetting
          target={userSetting('desktop_icon_count_display')}
          label={t.notificationSettings.counts}
          choices={Object.values(iconCounts).map((value) => ({
            value,
            label: t.notificationSettings.countsWhat[value],
          }))}
        />
      </SettingGroup>
      <QuietTimes />
      <StreamExceptions />
      <Mails />
      <Following />
    </>
  )
}

/** Contents and pause of the mails about missed messages, and further mails. */
function Mails() {
  const pause = useApp().store.read('user_settings').email_notifications_batching_period_seconds
  const pauses: Readonly<Record<number, string>> = {
    [pause]: t.notificationSettings.mailPauseOther(pause),
    ...t.notificationSettings.mailPauses,
  }
  return (
    <SettingGroup title={t.notificationSettings.kinds.mail}>
      <CheckSetting
        target={userSetting('message_content_in_email_notifications')}
        label={t.notificationSettings.mailContent}
        hint={t.notificationSettings.mailAbout}
      />
      <CheckSetting
        target={userSetting('enable_digest_emails')}
        label={t.notificationSettings.mailDigest}
        hint={t.notificationSettings.mailDigestWhen}
      />
      <CheckSetting
        target={userSetting('enable_login_emails')}
        label={t.notificationSettings.mailLogin}
      />
      <SelectSetting
        target={userSetting('email_notifications_batching_period_seconds')}
        label={t.notificationSettings.mailPause}
        choices={Object.entries(pauses).map(([value, label]) => ({ value: Number(value), label }))}
      />
    </SettingGroup>
  )
}

function Cell({ name, label }: { name: keyof UserSettings; label: string }) {
  const { toasts } = useApp()
  const setting = useSetting({
    ...userSetting(name),
    async save(value) {
      try {
        await userSetting(name).save(value)
      } catch (error) {
        // The table has no space for an error message.
        toasts.fail(t.yourMenu.notSaved, error)
        throw error
      }
    },
  })
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={setting.value === true}
      onChange={(event) => void setting.save(event.currentTarget.checked)}
    />
  )
}

/** The browser's permission for notifications. */
function BrowserPermission() {
  const { toasts } = useApp()
  const permission = notificationPermission.value
  if (permission === 'granted') return null

  async function ask(): Promise<void> {
    if ((await askForNotifications()) === 'granted') toasts.say(t.notifications.on)
  }

  return (
    <div class={`notice ${styles['permission']}`}>
      <p>
        {permission === 'default'
          ? t.notificationSettings.notAsked
          : t.notificationStates[permission]}
      </p>
      {permission === 'default' && (
        <button type="button" class="button" onClick={() => void ask()}>
          {t.notifications.turnOn}
        </button>
      )}
    </div>
  )
}

/** Source: docs/protocol/accounts.md#automatically-follow. */
const policies = [1, 2, 3, 4] as const

function Following() {
  const choices = policies.map((value) => ({
    value,
    label: t.notificationSettings.followsWhich[value],
  }))
  return (
    <SettingGroup title={t.notificationSettings.following}>
      <SelectSetting
        target={userSetting('automatically_follow_topics_policy')}
        label={t.notificationSettings.follows}
        choices={choices}
      />
      <SelectSetting
        target={userSetting('automatically_unmute_topics_in_muted_streams_policy')}
        label={t.notificationSettings.unmutes}
        choices={choices}
      />
      <CheckSetting
        target={userSetting('automatically_follow_topics_where_mentioned')}
        label={t.notificationSettings.followsMentions}
      />
    </SettingGroup>
  )
}
