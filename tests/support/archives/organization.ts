/** How one kind of archive writes what every kind has. */
export interface Markup {
  bold(text: string): string
  user(name: string): string
  channel(name: string): string
  link(url: string, label: string): string
}

export interface SketchedPerson {
  name: string
  fullName: string
  email: string
  role?: 'owner' | 'admin' | 'guest'
  isDeactivated?: boolean
}

export interface SketchedChannel {
  name: string
  purpose: string
  members: string[]
  isPrivate?: boolean
}

export interface SketchedMessage {
  /** A channel, or the people of a conversation. */
  to: string | string[]
  sender: string
  at: Date
  text: (markup: Markup) => string
  reactions?: { emoji: string; by: string[] }[]
  file?: { name: string; content: string }
  replies?: Omit<SketchedMessage, 'to' | 'replies'>[]
}

/** An organization that generators write in the form of other servers. */
export interface SketchedOrganization {
  people: SketchedPerson[]
  channels: SketchedChannel[]
  messages: SketchedMessage[]
}

const start = Date.UTC(2024, 2, 1, 9)
const minute = 60_000

/** @param minutes since 9:00 UTC on 1 March 2024 */
export function at(minutes: number): Date {
  return new Date(start + minutes * minute)
}

/** The organization of Ada and Bob. @param fillers further messages, one a minute, from the second day on */
export function sketchOrganization(fillers = 0): SketchedOrganization {
  return {
    people: [
      { name: 'ada', fullName: 'Ada Lovelace', email: 'ada@example.org', role: 'owner' },
      { name: 'bob', fullName: 'Bob Hopper', email: 'bob@example.org' },
      { name: 'gus', fullName: 'Gus Guest', email: 'gus@example.org', role: 'guest' },
      { name: 'old', fullName: 'Old Timer', email: 'old@example.org', isDeactivated: true },
    ],
    channels: [
      { name: 'general', purpose: 'For everybody', members: ['ada', 'bob', 'gus'] },
      { name: 'plans', purpose: 'Secret', members: ['ada', 'bob'], isPrivate: true },
    ],
    messages: [...messages, ...Array.from({ length: fillers }, (_, index) => filler(index))],
  }
}

const messages: SketchedMessage[] = [
  {
    ...{ to: 'general', sender: 'ada', at: at(0) },
    text: ({ bold, user }) => `${bold('Welcome')} ${user('bob')}`,
    reactions: [{ emoji: 'thumbsup', by: ['bob', 'gus'] }],
  },
  {
    ...{ to: 'general', sender: 'bob', at: at(1) },
    text: ({ link }) => `Where is the ${link('https://example.org/a', 'plan')} for March?`,
    replies: [
      { sender: 'ada', at: at(3), text: ({ channel }) => `In ${channel('general')}` },
      { sender: 'bob', at: at(3000), text: () => 'Found it' },
    ],
  },
  {
    ...{ to: 'plans', sender: 'bob', at: at(2), text: () => 'Hush' },
    file: { name: 'plan.txt', content: 'the plan' },
  },
  { to: ['ada', 'bob'], sender: 'ada', at: at(4), text: () => 'Lunch?' },
  { to: ['ada', 'bob', 'gus'], sender: 'gus', at: at(5), text: () => 'All three' },
]

function filler(index: number): SketchedMessage {
  return {
    to: index % 7 === 0 ? 'plans' : 'general',
    sender: index % 2 === 0 ? 'ada' : 'bob',
    at: at(24 * 60 + index + 0.5),
    text: ({ bold }) => `Message ${bold(String(index))} of many`,
  }
}
