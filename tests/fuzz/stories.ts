import { asText, maybe, shapedLike } from '../support/checked'
import type { Random } from '../support/random'
import { accountStories } from './account-stories'
import type { Attempt, CallMaker } from './calls'
import type { Caller } from './cast'
import { bodyOf } from './story'
import type { Ask, Story, Telling } from './story'
import { markdown, phrase } from './texts'

/*
 * Sequences of calls: later ones use the results of earlier ones, and some run concurrently with calls that
 * delete these.
 */

const lifeOfAMessage: Story = async ({ random, maker, ask }) => {
  const caller = maker.somebody(random)
  const id = await send(maker, ask, random, caller)
  if (id === undefined) return
  const message = { message_id: id }
  const steps = [
    { name: 'PATCH /api/v1/messages/{message_id}', given: { content: markdown(random) } },
    { name: 'PATCH /api/v1/messages/{message_id}', given: { topic: phrase(random) } },
    {
      name: 'PATCH /api/v1/messages/{message_id}',
      given: { stream_id: maker.world.streams.pick(random)?.id },
    },
    { name: 'POST /api/v1/messages/{message_id}/reactions', given: { emoji_name: 'tada' } },
    { name: 'DELETE /api/v1/messages/{message_id}/reactions', given: { emoji_name: 'tada' } },
    { name: 'GET /api/v1/messages/{message_id}/history', given: {} },
    { name: 'GET /api/v1/messages/{message_id}/read_receipts', given: {} },
  ]
  for (const { name, given } of random.shuffled(steps).slice(0, 4)) {
    await ask(maker.fitting(random, name, caller, { ...message, ...given }))
  }
  await ask(maker.fitting(random, 'DELETE /api/v1/messages/{message_id}', caller, message))
  await ask(maker.fitting(random, 'GET /api/v1/messages/{message_id}', caller, message))
}

const lifeOfAQueue: Story = async ({ random, maker, ask, together }) => {
  const caller = maker.somebody(random)
  const events = { event_types: ['message', 'presence', 'subscription'], narrow: [] }
  const registered = await ask(maker.fitting(random, 'POST /api/v1/register', caller, events))
  const { queue_id } = bodyOf(registered)
  if (typeof queue_id !== 'string') return
  const poll = { queue_id, last_event_id: -1, dont_block: false }
  const ending = random.pick<() => Promise<unknown>>([
    () => ask(maker.fitting(random, 'DELETE /api/v1/events', caller, { queue_id })),
    () => send(maker, ask, random, caller),
    () => ask(maker.fitting(random, 'GET /api/v1/events', caller, poll)),
    () => ask(maker.fitting(random, 'POST /api/v1/users/me/api_key/regenerate', caller)),
  ])
  await together(() => ask(maker.fitting(random, 'GET /api/v1/events', caller, poll)), ending)
  await ask(maker.fitting(random, 'DELETE /api/v1/events', caller, { queue_id }))
}

/** Concurrent actions on a message during its deletion. */
const fightOverAMessage: Story = async ({ random, maker, ask, together }) => {
  const [one, other] = [maker.somebody(random), maker.caller('olivia')]
  const id = await send(maker, ask, random, one)
  if (id === undefined) return
  const message = { message_id: id }
  const flags = { messages: [id], op: 'add', flag: random.pick(['read', 'starred']) }
  const narrow = { anchor: id, num_before: 5, num_after: 5, narrow: [], op: 'add', flag: 'starred' }
  const everything = random.shuffled<Attempt | undefined>([
    maker.fitting(random, 'POST /api/v1/messages/flags', other, flags),
    maker.fitting(random, 'POST /api/v1/messages/flags/narrow', other, narrow),
    maker.fitting(random, 'POST /api/v1/messages/{message_id}/reactions', other, {
      ...message,
      emoji_name: 'tada',
    }),
    maker.fitting(random, 'PATCH /api/v1/messages/{message_id}', one, { ...message, content: 'x' }),
    maker.fitting(random, 'PATCH /api/v1/messages/{message_id}', other, {
      ...{ ...message, topic: phrase(random), propagate_mode: 'change_all' },
    }),
    maker.fitting(random, 'POST /api/v1/users/me/pointer', other, { pointer: id }),
    maker.fitting(random, 'POST /api/v1/mark_all_as_read', other),
  ])
  const steps = everything.slice(0, 3).map((attempt) => () => ask(attempt))
  await together(...steps, () =>
    ask(maker.fitting(random, 'DELETE /api/v1/messages/{message_id}', other, message)),
  )
}

const fightOverAMember: Story = async ({ random, maker, ask, together }) => {
  const [owner, victim] = [maker.caller('olivia'), maker.caller('max')]
  const user = { user_id: victim.id }
  const group = maker.world.groups.pick(random)
  await together(
    () => ask(maker.fitting(random, 'DELETE /api/v1/users/{user_id}', owner, user)),
    () => send(maker, ask, random, victim),
    () => ask(maker.fitting(random, 'POST /api/v1/register', victim)),
    () =>
      ask(
        maker.fitting(random, 'POST /api/v1/user_groups/{user_group_id}/members', owner, {
          ...{ user_group_id: group, add: [victim.id] },
        }),
      ),
  )
  await ask(maker.fitting(random, 'POST /api/v1/users/{user_id}/reactivate', owner, user))
}

const comingAndGoing: Story = async ({ random, maker, ask, together }) => {
  const [one, other] = [maker.somebody(random), maker.caller('mia')]
  const stream = maker.world.streams.pick(random)
  if (!stream) return
  const subscriptions = [{ name: stream.name }]
  const join = 'POST /api/v1/users/me/subscriptions'
  const leave = 'DELETE /api/v1/users/me/subscriptions'
  await together(
    () => ask(maker.fitting(random, join, one, { subscriptions })),
    () => ask(maker.fitting(random, leave, one, { subscriptions: [stream.name] })),
    () => ask(maker.fitting(random, join, one, { subscriptions, principals: [other.id] })),
    () => send(maker, ask, random, one, stream.name),
  )
  await ask(maker.fitting(random, join, one, { subscriptions }))
}

/** An upload that is linked during its deletion. */
const fightOverAFile: Story = async ({ random, maker, ask, together }) => {
  const caller = maker.somebody(random)
  const uploaded = await ask(maker.fitting(random, 'POST /api/v1/user_uploads', caller))
  const { uri } = bodyOf(uploaded)
  const listed = await ask(maker.fitting(random, 'GET /api/v1/attachments', caller))
  const attachments = (bodyOf(listed)['attachments'] ?? []) as { id: number; path_id: string }[]
  const file = attachments.find(({ path_id }) => shapedLike(uri, maybe(''))?.endsWith(path_id))
  if (!file) return
  const content = `[a](${asText(uri)}) [b](${asText(uri)})`
  const to = maker.world.streams.pick(random)?.name
  await together(
    () =>
      ask(
        maker.fitting(random, 'POST /api/v1/messages', caller, {
          ...{ type: 'stream', to, topic: 'files', content },
        }),
      ),
    () =>
      ask(
        maker.fitting(random, 'DELETE /api/v1/attachments/{attachment_id}', caller, {
          attachment_id: file.id,
        }),
      ),
  )
}

const fightOverAGroup: Story = async ({ random, maker, ask, together }) => {
  const owner = maker.caller('olivia')
  const group = { user_group_id: maker.world.groups.pick(random) }
  const members = 'POST /api/v1/user_groups/{user_group_id}/members'
  const subgroups = 'POST /api/v1/user_groups/{user_group_id}/subgroups'
  const another = maker.world.groups.pick(random)
  await together(
    () => ask(maker.fitting(random, members, owner, { ...group, add: [maker.caller('mia').id] })),
    () =>
      ask(maker.fitting(random, members, owner, { ...group, delete: [maker.caller('mia').id] })),
    () => ask(maker.fitting(random, subgroups, owner, { ...group, add: [another] })),
    () =>
      ask(
        maker.fitting(random, subgroups, owner, {
          user_group_id: another,
          add: [group.user_group_id],
        }),
      ),
    () => ask(maker.fitting(random, 'DELETE /api/v1/user_groups/{user_group_id}', owner, group)),
  )
}

const stories: readonly Story[] = [
  ...[lifeOfAMessage, lifeOfAMessage, lifeOfAQueue, fightOverAMessage, fightOverAMessage],
  ...[fightOverAMember, comingAndGoing, fightOverAFile, fightOverAGroup],
  ...accountStories,
]

/** Runs one of the stories. */
export function tellStory(telling: Telling): Promise<void> {
  return telling.random.pick(stories)(telling)
}

async function send(
  maker: CallMaker,
  ask: Ask,
  random: Random,
  caller: Caller,
  to = maker.world.streams.pick(random)?.name,
): Promise<number | undefined> {
  const args = { type: 'stream', to, topic: phrase(random), content: markdown(random) || 'x' }
  const answer = await ask(maker.fitting(random, 'POST /api/v1/messages', caller, args))
  return shapedLike(bodyOf(answer)['id'], maybe(0))
}
