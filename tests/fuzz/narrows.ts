import type { Random } from '../support/random'
import { oddText, phrase } from './texts'
import { anyJson } from './values'
import type { World } from './world'

/** Subjects of the operators, by every name that clients use. */
const operators: Readonly<Record<string, Subject>> = {
  channel: 'stream',
  stream: 'stream',
  channels: 'streams',
  streams: 'streams',
  topic: 'text',
  subject: 'text',
  dm: 'people',
  'pm-with': 'people',
  'dm-including': 'people',
  'group-pm-with': 'people',
  'dm-with': 'people',
  sender: 'person',
  from: 'person',
  mentions: 'person',
  is: 'is',
  has: 'has',
  search: 'text',
  id: 'message',
  with: 'message',
  near: 'message',
  in: 'in',
  before: 'time',
  after: 'time',
}

type Subject = keyof typeof makers

interface Place {
  random: Random
  world: World
  caller: string
}

const makers = {
  stream: ({ random, world }: Place) => {
    const stream = world.streams.pick(random)
    return random.chance(0.5) ? stream?.name : stream?.id
  },
  streams: ({ random }: Place) => random.pick(['public', 'web-public']),
  text: ({ random }: Place) => (random.chance(0.8) ? phrase(random) : oddText(random)),
  person: (place: Place) => person(place),
  people: (place: Place) => {
    const { random, world } = place
    if (random.chance(0.3)) return person(place)
    const people = Array.from({ length: random.between(1, 4) }, () => world.users.pick(random))
    return random.chance(0.5)
      ? people.map((one) => one?.id)
      : people.map((one) => one?.email).join(random.pick([',', ', ', ';']))
  },
  is: ({ random }: Place) =>
    random.pick([
      ...['private', 'dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed'],
      'muted',
    ]),
  has: ({ random }: Place) =>
    random.pick(['attachment', 'attachments', 'image', 'link', 'links', 'reaction', 'reactions']),
  message: ({ random, world, caller }: Place) => world.messages.pick(random, caller),
  in: ({ random }: Place) => random.pick(['home', 'all']),
  time: ({ random }: Place) =>
    random.pick(['2026-11-22', '2026-01-01T00:00:00Z', '2026-02-30', '9999-12-31T23:59-14:00']),
}

function person({ random, world }: Place): unknown {
  const user = world.users.pick(random)
  return random.chance(0.5) ? user?.email : user?.id
}

/** A narrow of messages, usually a valid one. */
export function narrow(place: Place): unknown {
  const { random } = place
  if (random.chance(0.05)) return anyJson(random)
  const count = random.chance(0.02) ? 60 : random.between(0, 3)
  return Array.from({ length: count }, () => term(place))
}

function term(place: Place): unknown {
  const { random } = place
  const operator = random.chance(0.97) ? random.pick(Object.keys(operators)) : oddText(random)
  const subject = (Object.hasOwn(operators, operator) && operators[operator]) || 'text'
  const operand = random.chance(0.92) ? makers[subject](place) : anyJson(random)
  if (random.chance(0.5)) return [operator, operand]
  return { operator, operand, ...(random.chance(0.3) && { negated: random.chance(0.7) }) }
}
