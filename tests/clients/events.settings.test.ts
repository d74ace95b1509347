import { asNumber, asTexts } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { call } from '../support/person'
import { all, apps, useOnlookers } from './onlookers'
import { png } from './organization'
import { expectToConform } from './schemas/conform'
import * as replies from './schemas/mobile-replies'

/**
 * Events about users' own settings and administrators' settings for all, for the clients of one person.
 * Sources: docs/protocol/events.md#own-choices, docs/protocol/settings.md#settings-event.
 */
describe('events about settings for old and new clients', () => {
  const { org, does, expectEvents } = useOnlookers()

  it('cover display and notifications', async () => {
    const seen = await expectEvents(
      async () => {
        await does('PATCH', '/settings', { twenty_four_hour_time: true })
        await does('PATCH', '/settings', { display_emoji_reaction_users: false })
        await does('PATCH', '/settings', { emojiset: 'twitter' })
        await does('PATCH', '/settings', { enable_offline_push_notifications: false })
      },
      all(...Array.from({ length: 5 }, () => 'user_settings/update')),
    )
    expect(seen.mobile).toMatchObject([
      { property: 'twenty_four_hour_time', value: true },
      { property: 'clock_follows_language', value: false },
      { property: 'display_emoji_reaction_users', value: false },
      { property: 'emojiset', value: 'twitter' },
      { property: 'enable_offline_push_notifications', value: false },
    ])
  })

  it('cover muted users', async () => {
    await expectEvents(
      async () => {
        await does('POST', `/users/me/muted_users/${org.cid.id}`)
        await does('DELETE', `/users/me/muted_users/${org.cid.id}`)
      },
      apps('muted_users', 'muted_users'),
    )
  })

  it('cover alert words', async () => {
    const seen = await expectEvents(
      async () => {
        await does('POST', '/users/me/alert_words', { alert_words: ['fire'] })
        await does('DELETE', '/users/me/alert_words', { alert_words: ['fire'] })
      },
      apps('alert_words', 'alert_words'),
    )
    const words = seen.mobile.map((event) => asTexts(event['alert_words']).toSorted())
    expect(words).toEqual([['fire', 'outage'], ['outage']])
  })

  it('cover saved snippets', async () => {
    const seen = await expectEvents(
      async () => {
        const snippet = { title: 'Thanks', content: 'Thank you, *all*!' }
        const reply = await does('POST', '/saved_snippets', snippet)
        expectToConform(replies.snippetReply, reply)
        const path = `/saved_snippets/${asNumber(reply['saved_snippet_id'])}`
        expectSuccess(await org.ann.patch(path, { title: 'Thank you' }))
        expectSuccess(await org.ann.delete(path))
      },
      apps('saved_snippets/add', 'saved_snippets/update', 'saved_snippets/remove'),
    )
    expect(seen.mobile[1]).toMatchObject({
      saved_snippet: { title: 'Thank you', content: 'Thank you, *all*!' },
    })
  })

  it('cover custom emoji', async () => {
    const { bob } = org
    await expectEvents(
      async () => {
        expectSuccess(
          await call(bob, 'post', '/realm/emoji/dance')
            .auth(bob.email, bob.apiKey)
            .attach('filename', png, 'dance.png'),
        )
        expectSuccess(await bob.delete('/realm/emoji/dance'))
      },
      {
        mobile: ['realm_emoji/add', 'realm_emoji/update_one'],
        terminal: ['realm_emoji/update', 'realm_emoji/update'],
        reactNative: ['realm_emoji/update', 'realm_emoji/update'],
      },
    )
  })

  it('cover the name of the organization', async () => {
    await expectEvents(async () => {
      expectSuccess(await org.dora.patch('/realm', { name: 'Another Name' }))
    }, apps('realm/update'))
  })
})
