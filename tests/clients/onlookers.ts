import type { Arguments, ReceivedEvent } from '../support/person'
import { useTestServer } from '../support/test-server'
import type { TestServer } from '../support/test-server'
import { mobile, reactNative, terminal } from './clients'
import { MobileModel } from './mobile-model'
import { foundOrganization } from './organization'
import type { Organization } from './organization'
import { Program } from './program'
import type { Verb } from './program'
import { kindOf, Watchers } from './watchers'

type ClientName = 'mobile' | 'terminal' | 'reactNative'
type Kinds = Record<ClientName, string[]>
type Events = Record<ClientName, ReceivedEvent[]>

/** The same kinds of events for all clients. */
export function all(...kinds: string[]): Kinds {
  return { mobile: kinds, terminal: kinds, reactNative: kinds }
}

/** Kinds that the terminal client does not ask for. */
export function apps(...kinds: string[]): Kinds {
  return { mobile: kinds, terminal: [], reactNative: kinds }
}

export interface Onlookers {
  server: TestServer
  org: Organization
  watchers: Watchers<ClientName>
  /** A request of Ann's mobile app that succeeds. */
  does(verb: Verb, path: string, args?: Arguments): Promise<Record<string, unknown>>
  /**
   * Checks every event of an action, and that each client gets exactly its expected ones of these kinds, in
   * order.
   */
  expectEvents(action: () => Promise<unknown>, expected: Kinds): Promise<Events>
}

/** One organization for the tests of a `describe` block, and Ann's three observing clients. */
export function useOnlookers(): Onlookers {
  const server = useTestServer({ limits: 'default' })
  const made = {} as { org: Organization; watchers: Watchers<ClientName>; model: MobileModel }

  beforeAll(async () => {
    made.org = await foundOrganization(server)
    made.watchers = await Watchers.start(made.org.ann, { mobile, terminal, reactNative })
    made.model = new MobileModel(made.watchers.queues.mobile)
  })

  return {
    server,
    // They exist only after beforeAll, but tests name them before.
    org: later(() => made.org),
    watchers: later(() => made.watchers),

    does: (verb, path, args = {}) =>
      new Program(made.org.ann, mobile.habits).succeed(verb, path, args),

    async expectEvents(action, expected) {
      const seen = await made.watchers.watch(action)
      expect(made.model.receive(seen.mobile)).toEqual([])
      const named = Object.values(expected).flat()
      const relevant = ofEach(seen, (events) =>
        events.filter((event) => named.includes(kindOf(event))),
      )
      expect(ofEach(relevant, (events) => events.map(kindOf))).toEqual(expected)
      return relevant
    },
  }
}

function ofEach<Found>(
  events: Events,
  find: (events: ReceivedEvent[]) => Found,
): Record<ClientName, Found> {
  const { mobile: first, terminal: second, reactNative: third } = events
  return { mobile: find(first), terminal: find(second), reactNative: find(third) }
}

function later<Made extends object>(made: () => Made): Made {
  return new Proxy({} as Made, {
    get: (_target, name) => Reflect.get(made(), name) as unknown,
  })
}
