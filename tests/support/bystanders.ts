import { basename } from 'node:path'
import { asNumbers } from './checked'
import { expectSuccess } from './expectations'
import { expectEventsToExplain } from './explain'
import type { Arguments, Person } from './person'
import { isSecondRun, sampleOf } from './sample'
import { listStreams } from './streams'
import type { TestServer, TestStream } from './test-server'

const subscriptions = '/users/me/subscriptions'

/** People with different views of the same change, and actions among them. */
export class Bystanders {
  readonly owner: Person
  #streams = 0

  private constructor(
    private readonly server: TestServer,
    readonly admin: Person,
    /** Subscribed to the streams of {@link peopledStream}; owns the robot. */
    readonly alice: Person,
    /** Subscribed to the default streams only. */
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

  /** Checks the law of events for all of them, and for `others`. */
  async expectExplained(
    action: () => Promise<unknown>,
    others: Readonly<Record<string, Person>> = {},
  ): Promise<void> {
    await expectEventsToExplain(this.server, { ...this.observers(), ...others }, action)
  }

  /**
   * The people by their part, in the checks of one file always the same. A second run, on the embedded stores, performs
   * all actions and observes two of the six: the subscriber, and one whom the commit chooses.
   */
  observers(): Record<string, Person> {
    const { owner, admin: administrator, alice: subscriber, bob: outsider, guest, robot } = this
    const others = { owner, administrator, outsider, guest, robot }
    if (!isSecondRun) return { ...others, subscriber }
    const name = `observers in ${basename(expect.getState().testPath ?? '')}`
    const drawn = sampleOf(Object.entries(others), { share: 1 / 5, name })
    return { ...Object.fromEntries(drawn), subscriber }
  }

  /** A new stream with alice, the guest and the robot as subscribers. */
  async peopledStream(options: { inviteOnly?: boolean } = {}): Promise<TestStream> {
    const subscribers = [this.alice, this.guest, this.robot]
    return this.server.stream(`peopled ${(this.#streams += 1)}`, { ...options, subscribers })
  }

  async defaultStreams(): Promise<{ stream_id: number; name: string }[]> {
    const queue = await this.owner.register({ fetch_event_types: ['default_streams'] })
    const ids = asNumbers(queue['realm_default_streams'])
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

  /** Only a subscriber can give the owner access to a private stream. */
  async letOwnerIn(name: string): Promise<void> {
    await this.subscribe(this.alice, {
      subscriptions: [{ name }],
      principals: [this.owner.id],
    })
  }

  async changeUser(id: number, changes: Arguments): Promise<void> {
    expectSuccess(await this.owner.patch(`/users/${id}`, changes))
  }

  /** Changes a bot as its owner. */
  async changeBot(id: number, changes: Arguments): Promise<void> {
    expectSuccess(await this.alice.patch(`/bots/${id}`, changes))
  }
}
