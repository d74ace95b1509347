import type { TopicPolicy } from '../../../src/web/data/records/state'
import type { Message } from '../../../src/web/data/records/message'
import { noticeFor } from '../../../src/web/data/notifications/deserves'
import { partOf } from '../../support/stand-ins'

const message = partOf<Message>({ sender_id: 2, stream_id: 5, subject: 'tea' })

/** Defaults of a new account. */
const defaults = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
}

/** The notice for the message under these settings. */
function tell(
  settings: Record<string, unknown>,
  flags: readonly string[],
  policy: TopicPolicy = 0,
) {
  const state = { user_id: 1, muted_users: [], user_settings: { ...defaults, ...settings } }
  return noticeFor(
    message,
    flags,
    partOf<Parameters<typeof noticeFor>[2]>({
      state,
      subscription: () => undefined,
      isTopicMuted: () => false,
      topicPolicy: () => policy,
    }),
  )
}

describe('The notice for a message', () => {
  it('follows the settings of topics that are followed', () => {
    const all = { showsWindow: true, makesSound: true }
    expect(tell({}, [], 3)).toEqual(all)
    const silent = { enable_followed_topic_audible_notifications: false }
    expect(tell(silent, [], 3)).toEqual({ showsWindow: true, makesSound: false })
    expect(tell({}, [], 0)).toEqual({ showsWindow: false, makesSound: false })
  })

  it('follows the settings of wildcard mentions, in followed topics and elsewhere', () => {
    const nothing = { showsWindow: false, makesSound: false }
    const elsewhere = { wildcard_mentions_notify: false }
    const flags = ['stream_wildcard_mentioned']
    expect(tell(elsewhere, flags)).toEqual(nothing)
    expect(tell({}, flags)).toEqual({ showsWindow: true, makesSound: true })
    const followed = {
      enable_followed_topic_wildcard_mentions_notify: false,
      enable_followed_topic_desktop_notifications: false,
      enable_followed_topic_audible_notifications: false,
    }
    expect(tell(followed, flags, 3)).toEqual(nothing)
  })

  it('is given for alert words', () => {
    expect(tell({}, ['has_alert_word'])).toEqual({ showsWindow: true, makesSound: true })
  })
})
