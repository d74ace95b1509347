import { mailTrigger, pushTrigger } from '../../../src/server/chat/rules/notifications/triggers'
import type { Concern } from '../../../src/server/chat/rules/notifications/triggers'
import { userSettingsOf } from '../../../src/server/chat/rules/settings/user-settings'
import type { UserSettings } from '../../../src/server/chat/rules/settings/user-settings'
import { topicPolicies } from '../../../src/shared/rules/topic-policies'

const { muted, unmuted, followed, none } = topicPolicies
const defaults = userSettingsOf({
  settings: {},
  audible_notifications: false,
  desktop_notifications: false,
  email_notifications: false,
  push_notifications: false,
  timezone: '',
  translate_emoticons: false,
})
const nothing: Concern = {
  isDirect: false,
  isMentioned: false,
  isMentionedByTopic: false,
  isMentionedByStream: false,
  topicPolicy: none,
  isStreamMuted: false,
  mailsOfStream: null,
  pushesOfStream: null,
  wildcardsOfStream: null,
}
const triggerOf = (concern: Partial<Concern>, settings: Partial<UserSettings> = {}) =>
  mailTrigger({ ...nothing, ...concern }, { ...defaults, ...settings })

// Sources: docs/protocol/notifications.md#triggers, docs/protocol/notifications.md#mutes-and-triggers.
describe('The reason to mail a message', () => {
  it.each<[string, Partial<Concern>, Partial<UserSettings>, string | undefined]>([
    ['a private message', { isDirect: true }, {}, 'direct_message'],
    [
      'a private message, mail turned off',
      { isDirect: true },
      { enable_offline_email_notifications: false },
      undefined,
    ],
    ['a mention', { isMentioned: true }, {}, 'mentioned'],
    ['a mention in a muted topic', { isMentioned: true, topicPolicy: muted }, {}, 'mentioned'],
    ['a mention in a muted stream', { isMentioned: true, isStreamMuted: true }, {}, 'mentioned'],
    ['@all', { isMentionedByStream: true }, {}, 'stream_wildcard_mentioned'],
    ['@topic', { isMentionedByTopic: true }, {}, 'topic_wildcard_mentioned'],
    ['@all in a muted stream', { isMentionedByStream: true, isStreamMuted: true }, {}, undefined],
    [
      '@all in an unmuted topic of a muted stream',
      { isMentionedByStream: true, isStreamMuted: true, topicPolicy: unmuted },
      {},
      'stream_wildcard_mentioned',
    ],
    [
      '@all, turned off for the account',
      { isMentionedByStream: true },
      { wildcard_mentions_notify: false },
      undefined,
    ],
    [
      '@all, turned off for the account and on for the stream',
      { isMentionedByStream: true, wildcardsOfStream: true },
      { wildcard_mentions_notify: false },
      'stream_wildcard_mentioned',
    ],
    [
      '@all in a followed topic, turned off for streams',
      { isMentionedByStream: true, topicPolicy: followed },
      { wildcard_mentions_notify: false },
      'stream_wildcard_mentioned_in_followed_topic',
    ],
    ['a followed topic', { topicPolicy: followed }, {}, 'followed_topic'],
    [
      'a followed topic of a muted stream',
      { topicPolicy: followed, isStreamMuted: true },
      {},
      'followed_topic',
    ],
    [
      'a followed topic, turned off',
      { topicPolicy: followed },
      { enable_followed_topic_email_notifications: false },
      undefined,
    ],
    ['a stream with mail', { mailsOfStream: true }, {}, 'stream'],
    [
      'a stream without mail, on for the account',
      { mailsOfStream: false },
      { enable_stream_email_notifications: true },
      undefined,
    ],
    [
      'a muted topic of a stream with mail',
      { mailsOfStream: true, topicPolicy: muted },
      {},
      undefined,
    ],
    ['a message of a stream', {}, {}, undefined],
    [
      'a mention in a followed topic, mail about mentions turned off',
      { isMentioned: true, topicPolicy: followed },
      { enable_offline_email_notifications: false },
      'followed_topic',
    ],
  ])('is found for %s', (_case, concern, settings, expected) => {
    expect(triggerOf(concern, settings)).toBe(expected)
  })
})

describe('The reason to push a message', () => {
  it.each<[string, Partial<Concern>, Partial<UserSettings>, string | undefined]>([
    ['a private message', { isDirect: true }, {}, 'direct_message'],
    [
      'a private message, pushes turned off',
      { isDirect: true },
      { enable_offline_push_notifications: false },
      undefined,
    ],
    [
      'a private message, mail turned off',
      { isDirect: true },
      { enable_offline_email_notifications: false },
      'direct_message',
    ],
    ['a mention in a muted topic', { isMentioned: true, topicPolicy: muted }, {}, 'mentioned'],
    ['@all in a muted stream', { isMentionedByStream: true, isStreamMuted: true }, {}, undefined],
    ['a followed topic', { topicPolicy: followed }, {}, 'followed_topic'],
    [
      'a followed topic, turned off',
      { topicPolicy: followed },
      { enable_followed_topic_push_notifications: false },
      undefined,
    ],
    ['a stream with pushes', { pushesOfStream: true }, {}, 'stream'],
    ['a muted topic of it', { pushesOfStream: true, topicPolicy: muted }, {}, undefined],
    ['a stream with mail alone', { mailsOfStream: true }, {}, undefined],
    [
      'a stream without pushes, on for the account',
      { pushesOfStream: false },
      { enable_stream_push_notifications: true },
      undefined,
    ],
    ['a message of a stream', {}, {}, undefined],
  ])('is found for %s', (_case, concern, settings, expected) => {
    expect(pushTrigger({ ...nothing, ...concern }, { ...defaults, ...settings })).toBe(expected)
  })
})
