import { anyValue, asNumber, firstOf, lastOf, mapOf, maybe, shapedLike } from '../support/checked'
import { useTestServer } from '../support/test-server'
import { pythonBot } from './habits'
import { foundOrganization } from './organization'
import type { Organization } from './organization'
import { Program } from './program'

interface BotEvent {
  id: number
  flags: string[]
  message: Record<string, unknown> & { id: number; content: string }
}

/**
 * The bot framework: the parts of every message that it reads, and the requests of its bots.
 * Source: docs/protocol/clients.md#bots.
 */
describe('a bot of the Python framework', () => {
  const server = useTestServer({ limits: 'default' })
  let org: Organization
  let bot: Program
  let queue: { queue_id: string; last_event_id: number }

  beforeAll(async () => {
    org = await foundOrganization(server)
    bot = new Program(org.bot, pythonBot)
    await bot.succeed('GET', '/server_settings')
    queue = shapedLike(
      await bot.succeed('POST', '/register', { event_types: ['message'], narrow: [] }),
      { queue_id: '', last_event_id: 0 },
    )
  })

  /** The next messages of the bot's loop; there must be exactly `count`. */
  async function heard(count: number): Promise<BotEvent[]> {
    const events: BotEvent[] = []
    while (events.length < count) {
      const reply = await bot.succeed('GET', '/events', { ...queue })
      events.push(...(reply['events'] as BotEvent[]))
      queue.last_event_id = lastOf(events).id
    }
    expect(events).toHaveLength(count)
    for (const { flags, message } of events) {
      expect(flags).toBeInstanceOf(Array)
      expect(message).toMatchObject({
        type: expect.any(String),
        subject: expect.any(String),
        sender_id: expect.any(Number),
        sender_email: expect.any(String),
        sender_full_name: expect.any(String),
        sender_short_name: expect.any(String),
        client: expect.any(String),
      })
    }
    return events
  }

  it('gets its own user', async () => {
    expect(await bot.succeed('GET', '/users/me')).toMatchObject({
      user_id: org.bot.id,
      full_name: 'Robo',
      email: org.bot.email,
      is_bot: true,
    })
  })

  it('receives a mention in a stream it is not subscribed to, in raw Markdown', async () => {
    await org.bob.send('design', 'logo', 'Nothing for a bot.')
    await org.bob.send('design', 'logo', `@**Robo|${org.bot.id}** do *it*`)
    const [event] = await heard(1)
    expect(event).toMatchObject({
      flags: expect.arrayContaining(['mentioned']),
      message: {
        type: 'stream',
        display_recipient: 'design',
        content: `@**Robo|${org.bot.id}** do *it*`,
      },
    })
  })

  it('receives private messages, including its own, and replies to all participants', async () => {
    await org.ann.sendPrivately([org.bot.id, org.bob.id], 'help')
    const question = firstOf(await heard(1))
    const everybody = shapedLike(question.message['display_recipient'], [{ id: 0, email: '' }])
    expect(everybody).toEqual(
      [org.ann, org.bob, org.bot]
        .toSorted((one, other) => one.id - other.id)
        .map(({ id, email }) => expect.objectContaining({ id, email })),
    )
    const { id } = await bot.succeed('POST', '/messages', {
      type: 'private',
      to: everybody.filter((person) => person.id !== org.bot.id).map((person) => person.id),
      content: 'At your service.',
    })
    expect(await heard(1)).toMatchObject([
      { message: { id, sender_email: org.bot.email, client: 'ZulipHelpdeskBot' } },
    ])
  })

  it('replies in the stream, reacts without an emoji code, edits its message', async () => {
    const { id } = await bot.succeed('POST', '/messages', {
      type: 'stream',
      to: 'design',
      subject: 'logo',
      content: 'Here you are.',
    })
    const react = { emoji_name: 'wave', reaction_type: 'unicode_emoji' }
    const path = `/messages/${org.messages.read}/reactions`
    await bot.succeed('POST', path, { message_id: org.messages.read, ...react })
    await bot.succeed('PATCH', `/messages/${asNumber(id)}`, {
      message_id: id,
      content: 'There you are.',
    })
  })

  it('stores data', async () => {
    await bot.succeed('PUT', '/bot_storage', { storage: { counter: '{"é": 1}', other: '[]' } })
    expect(await bot.succeed('GET', '/bot_storage', { keys: ['counter'] })).toMatchObject({
      storage: { counter: '{"é": 1}' },
    })
    await bot.succeed('PUT', '/bot_storage', { storage: { counter: '{"é": 2}' } })
    expect((await bot.succeed('GET', '/bot_storage'))['storage']).toEqual({
      counter: '{"é": 2}',
      other: '[]',
    })
    const { body } = await bot.call('GET', '/bot_storage', { keys: ['nothing'] })
    expect(shapedLike(body['storage'], maybe(mapOf(anyValue))) ?? {}).not.toHaveProperty('nothing')
  })
})
