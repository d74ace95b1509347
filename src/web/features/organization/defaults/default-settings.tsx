import * as t from '../../../texts/catalog'
import {
  CheckSetting,
  defaultSetting,
  SelectSetting,
  SettingGroup,
} from '../../../ui/setting/setting'

/** Settings that have an effect on this server or app; others are not offered. */
const groups = {
  look: [
    'color_scheme',
    'twenty_four_hour_time',
    'web_home_view',
    'enter_sends',
    'translate_emoticons',
    'display_emoji_reaction_users',
    'show_link_previews',
    'starred_message_counts',
  ],
  reading: [
    'web_mark_read_on_scroll_policy',
    'automatically_follow_topics_policy',
    'automatically_unmute_topics_in_muted_streams_policy',
    'automatically_follow_topics_where_mentioned',
  ],
  notifications: [
    'enable_desktop_notifications',
    'enable_sounds',
    'pm_content_in_desktop_notifications',
    'wildcard_mentions_notify',
    'enable_followed_topic_desktop_notifications',
    'enable_followed_topic_audible_notifications',
    'enable_stream_desktop_notifications',
    'enable_stream_audible_notifications',
    'enable_offline_email_notifications',
    'enable_followed_topic_email_notifications',
    'enable_stream_email_notifications',
    'message_content_in_email_notifications',
    'desktop_icon_count_display',
  ],
  privacy: [
    'email_address_visibility',
    'presence_enabled',
    'send_read_receipts',
    'send_private_typing_notifications',
    'send_stream_typing_notifications',
    'receives_typing_notifications',
    'allow_private_data_export',
  ],
} as const

/** Default settings of new accounts; each is saved at once. */
export function DefaultSettings() {
  return (
    <>
      <p>{t.defaults.about}</p>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <SettingGroup key={group} title={t.defaults.groups[group]}>
          {groups[group].map((name) => (
            <Default key={name} name={name} />
          ))}
        </SettingGroup>
      ))}
    </>
  )
}

function Default({ name }: { name: (typeof groups)[keyof typeof groups][number] }) {
  const { label = name, hint, choices } = t.defaultSettings[name] ?? {}
  const common = { target: defaultSetting(name), label, hint }
  return choices ? (
    <SelectSetting {...common} choices={choices.map(([value, text]) => ({ value, label: text }))} />
  ) : (
    <CheckSetting {...common} />
  )
}
