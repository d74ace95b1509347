import { asNumber, firstOf, mapOf, present, shapedLike } from '../support/checked'
import { judgeAll } from '../support/judged'
import { mailAll } from '../../src/server/chat/jobs/notifications/notifier'
import { pushDue } from '../../src/server/chat/jobs/pushes/sender'
import { topicPolicies } from '../../src/shared/rules/topic-policies'
import { expectSuccess } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import { useMobileServices } from '../support/mobile-services'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'

/** P: a push arrives; M: a mail. */
type Told = 'P M' | 'P' | 'M' | '–'

/** One person who may be told, and the stream in which that happens. */
interface Scene {
  ada: Person
  bo: Person
  stream: { id: number; name: string }
}

interface Row {
  /** Before the messages that are looked at. */
  first?: (scene: Scene) => Promise<unknown>
  act: (scene: Scene) => Promise<unknown>
  /** Recipients who are idle; present; present with pushes always. */
  told: readonly [idle: Told, here: Told, online: Told]
}

const always: Row['told'] = ['P M', '–', 'P']
const never: Row['told'] = ['–', '–', '–']
const { muted, unmuted, followed } = topicPolicies

// Sources: docs/protocol/notifications.md#triggers, docs/protocol/notifications.md#idle-needed.
describe('the table of triggers, for a person with a mobile app', () => {
  const services = useMobileServices()
  const mailbox = useMailbox()
  let now = new Date()
  services.now = () => now
  const server = useOwnServer({
    get settings() {
      return { ...mailbox.settings, ...services.settings }
    },
    clock: { now: () => now },
  })

  const write = async (person: Person, args: Record<string, unknown>): Promise<number> =>
    asNumber(expectSuccess(await person.post('/messages', args))['id'])
  const direct = async ({ ada, bo }: Scene, content = 'hello') =>
    write(ada, { type: 'direct', to: [bo.id], content })
  const inStream = async ({ ada, stream }: Scene, content: string, topic = 'lunch') =>
    write(ada, { type: 'stream', to: stream.id, topic, content })
  const nameOf = ({ bo }: Scene): string => `@**${bo.fullName}|${bo.id}**`
  const ofTopic = async ({ bo, stream }: Scene, visibility_policy: number) =>
    expectSuccess(
      await bo.post('/user_topics', { stream_id: stream.id, topic: 'lunch', visibility_policy }),
    )
  const ofStream = async ({ bo, stream }: Scene, property: string, value: boolean) =>
    expectSuccess(
      await bo.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: stream.id, property, value }],
      }),
    )
  const edit = async ({ ada }: Scene, id: number, content: string) =>
    expectSuccess(await ada.patch(`/messages/${id}`, { content }))
  const read = async ({ bo }: Scene, id: number) =>
    expectSuccess(await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))

  /** The message that `first` wrote to the same person. */
  const written = new Map<number, number>()
  const keep = async (scene: Scene, id: Promise<number>) => written.set(scene.bo.id, await id)
  const kept = ({ bo }: Scene): number => written.get(bo.id) ?? 0

  const rows: Record<string, Row> = {
    'a direct message': { act: (scene) => direct(scene), told: always },
    'a direct message of a muted sender': {
      first: async ({ ada, bo }) => expectSuccess(await bo.post(`/users/me/muted_users/${ada.id}`)),
      act: (scene) => direct(scene),
      told: never,
    },
    'a mention by name in a muted topic': {
      first: (scene) => ofTopic(scene, muted),
      act: (scene) => inStream(scene, nameOf(scene)),
      told: always,
    },
    'a mention by name in a muted stream': {
      first: (scene) => ofStream(scene, 'is_muted', true),
      act: (scene) => inStream(scene, nameOf(scene)),
      told: always,
    },
    '@all in a muted stream': {
      first: (scene) => ofStream(scene, 'is_muted', true),
      act: (scene) => inStream(scene, '@**all**'),
      told: never,
    },
    '@all in an unmuted topic of a muted stream': {
      first: async (scene) => {
        await ofStream(scene, 'is_muted', true)
        await ofTopic(scene, unmuted)
      },
      act: (scene) => inStream(scene, '@**all**'),
      told: always,
    },
    'a message in a followed topic': {
      first: (scene) => ofTopic(scene, followed),
      act: (scene) => inStream(scene, 'soup'),
      told: always,
    },
    'a message in a muted topic of a stream with pushes': {
      first: async (scene) => {
        await ofStream(scene, 'push_notifications', true)
        await ofTopic(scene, muted)
      },
      act: (scene) => inStream(scene, 'soup'),
      told: never,
    },
    'a message in a stream with pushes': {
      first: (scene) => ofStream(scene, 'push_notifications', true),
      act: (scene) => inStream(scene, 'soup'),
      told: ['P', '–', 'P'],
    },
    'a message that was read before it was due': {
      act: async (scene) => read(scene, await direct(scene)),
      told: never,
    },
    'an edit that adds a name': {
      first: (scene) => keep(scene, inStream(scene, 'soup')),
      act: (scene) => edit(scene, kept(scene), `soup, ${nameOf(scene)}`),
      told: always,
    },
    'an edit that adds @all': {
      first: (scene) => keep(scene, inStream(scene, 'soup')),
      act: (scene) => edit(scene, kept(scene), 'soup, @**all**'),
      told: always,
    },
    'an edit of a direct message': {
      first: (scene) => keep(scene, direct(scene)),
      act: (scene) => edit(scene, kept(scene), `hello, ${nameOf(scene)}`),
      told: never,
    },
    'a message that another client of the person sent': {
      first: (scene) => ofTopic(scene, followed),
      act: async (scene) => {
        await inStream({ ...scene, ada: scene.bo }, nameOf(scene))
        await write(scene.bo, { type: 'direct', to: [scene.ada.id], content: 'hello' })
      },
      told: never,
    },
    'a direct message to a bot of the person': {
      act: async (scene) =>
        direct({ ...scene, bo: await server.bot(scene.bo, `helper${scene.bo.id}`) }),
      told: never,
    },
    'a direct message to a person without presence': {
      first: async ({ bo }) =>
        expectSuccess(await bo.patch('/settings', { presence_enabled: false })),
      act: (scene) => direct(scene),
      told: ['P M', 'P M', 'P M'],
    },
  }

  /** Sends mails and pushes that are due at once, and those due two minutes later. */
  async function deliver() {
    await judgeAll(server)
    await pushDue(server.ctx)
    now = new Date(now.getTime() + 121_000)
    await mailAll(server.ctx)
    return mailbox.receive(server.ctx)
  }

  const active = async (person: Person) =>
    expectSuccess(
      await person.post('/users/me/presence', { status: 'active', new_user_input: true }),
    )

  let made = 0

  /** Three people in the three states, each with a phone and a stream of their own. */
  async function scenesOf(ada: Person): Promise<Scene[]> {
    const id = (made += 1)
    const people = await server.users(
      ...['idle', 'present', 'online'].map((name) => `${name}-${id}`),
    )
    return Promise.all(
      people.map(async (bo, index) => {
        const stream = await server.stream(`place-${id}-${index}`, { subscribers: [ada, bo] })
        expectSuccess(await bo.post('/users/me/android_gcm_reg_id', { token: bo.email }))
        const settings = { enable_online_push_notifications: index === 2 }
        expectSuccess(await bo.patch('/settings', settings))
        return { ada, bo, stream }
      }),
    )
  }

  const seen = new Map<string, string[]>()

  // All rows at once: due mails and pushes are sent twice for all of them.
  beforeAll(async () => {
    const [ada] = await server.users('ada')
    const scenes = new Map<string, Scene[]>()
    for (const name of Object.keys(rows)) scenes.set(name, await scenesOf(ada))
    const forEach = async (part: 'first' | 'act') => {
      for (const [name, row] of Object.entries(rows)) {
        for (const scene of scenes.get(name) ?? []) await row[part]?.(scene)
      }
    }
    await forEach('first')
    await deliver()
    for (const [, here, online] of scenes.values()) {
      for (const scene of [here, online]) await active(present(scene, 'scene').bo)
    }
    const before = services.pushes.length
    await forEach('act')
    const mails = await deliver()
    const tokens = services.pushes
      .slice(before)
      .filter(({ body }) => shapedLike(body['data'], mapOf(''))['event'] === 'message')
      .map(({ token }) => token)
    for (const [name, all] of scenes) {
      const told = all.map(({ bo }) => {
        const pushed = tokens.filter((token) => token === bo.email).map(() => 'P')
        const mailed = mails.filter(({ to }) => to === bo.email).map(() => 'M')
        return [...pushed, ...mailed].join(' ') || '–'
      })
      seen.set(name, told)
    }
  })

  it.each(Object.entries(rows))('%s', (name, { told }) => {
    expect(seen.get(name)).toEqual(told)
  })

  const oneScene = async () => firstOf(await scenesOf((await server.users(`eva-${made}`))[0]))

  it('Contents are withheld if the organization and the person want so', async () => {
    const scene = await oneScene()
    const { bo } = scene
    expectSuccess(await bo.patch('/settings', { message_content_in_email_notifications: false }))
    expectSuccess(await server.owner.patch('/realm', { require_e2ee_push_notifications: true }))
    await deliver()
    await direct(scene, 'Psst')
    const mail = (await deliver()).find(({ to }) => to === scene.bo.email)
    expectSuccess(await server.owner.patch('/realm', { require_e2ee_push_notifications: false }))
    expect(services.to(bo.email)).toMatchObject([{ data: { content: 'New message' } }])
    expect(mail).toMatchObject({ subject: 'New messages' })
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/Psst|eva-/)
  })

  it('A topic with the empty name has a name in notifications', async () => {
    const scene = await oneScene()
    expectSuccess(await server.owner.patch('/realm', { topics_policy: 'allow_empty_topic' }))
    await deliver()
    await inStream(scene, nameOf(scene), '')
    const mail = (await deliver()).find(({ to }) => to === scene.bo.email)
    expect(services.to(scene.bo.email)).toMatchObject([{ data: { topic: 'general chat' } }])
    expect(mail?.subject).toBe(`#${scene.stream.name} > general chat`)
    expect(mail?.text).not.toMatch(new RegExp(`#${scene.stream.name} >\\s*$`, 'm'))
  })
})
