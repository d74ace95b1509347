import { expectSuccess } from './expectations'
import { expectEventsToExplain } from './explain'
import type { Arguments, Person } from './person'
import { listStreams } from './streams'
import type { TestServer, TestStream } from './test-server'

const subscriptions = '/users/me/subscriptions'

/** People who are told different things about the same change, and what they do to each other. */
export class Bystanders {
  readonly owner: Person
  #streams = 0

  private constructor(
    private readonly server: TestServer,
    readonly admin: Person,
    /** Subscribed where {@link peopledStream} says; owns the robot. */
    readonly alice: Person,
    /** Subscribed to the default streams alone. */
    readonly bob: Person,
    readonly guest: Person,
    readonly robot: Person,
  ) {
    this.owner = server.owner
  }

  static async gather(server: TestServer): Promise<Bystanders> {
    const [alice, bob] = await server.users('alice', 'bob')
    const admin = await server.user('dora', 'administrator')
    const guest = await server.user('gwen', 'guest')
    const robot = await server.bot(alice, 'robot')
    return new Bystanders(server, admin, alice, bob, guest, robot)
  }

  /** The law of events holds for all of them, and for `others`. */
  async expectExplained(
    action: () => Promise<unknown>,
    others: Readonly<Record<string, Person>> = {},
  ): Promise<void> {
    await expectEventsToExplain({ ...this.#parts(), ...others }, action)
  }

  #parts(): Record<string, Person> {
    const { owner, admin: administrator, alice: subscriber, bob: outsider, guest, robot } = this
    return { owner, administrator, subscriber, outsider, guest, robot }
  }

  /** A new stream that alice, the guest and the robot are subscribed to. */
  async peopledStream(options: { inviteOnly?: boolean } = {}): Promise<TestStream> {
    const subscribers = [this.alice, this.guest, this.robot]
    return this.server.stream(`peopled ${(this.#streams += 1)}`, { ...options, subscribers })
  }

  async defaultStreams(): Promise<{ stream_id: number; name: string }[]> {
    const queue = await this.owner.register({ fetch_event_types: ['default_streams'] })
    const ids = queue['realm_default_streams'] as number[]
    const streams = (await listStreams(this.owner)).filter(({ stream_id: id }) => ids.includes(id))
    return streams
  }

  async subscribe(who: Person, args: Arguments): Promise<void> {
    expectSuccess(await who.post(subscriptions, args))
  }

  async unsubscribe(who: Person, args: Arguments): Promise<void> {
    expectSuccess(await who.delete(subscriptions, args))
  }

  async changeStream(id: number, changes: Arguments): Promise<void> {
    expectSuccess(await this.owner.patch(`/streams/${id}`, changes))
  }

  /** Who administers a private stream opens it only from inside. */
  async letOwnerIn(name: string): Promise<void> {
    await this.subscribe(this.alice, {
      subscriptions: [{ name }],
      principals: [this.owner.id],
    })
  }

  async changeUser(id: number, changes: Arguments): Promise<void> {
    expectSuccess(await this.owner.patch(`/users/${id}`, changes))
  }

  /** By their owner. */
  async changeBot(id: number, changes: Arguments): Promise<void> {
    expectSuccess(await this.alice.patch(`/bots/${id}`, changes))
  }
}
