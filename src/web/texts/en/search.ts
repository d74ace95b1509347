/** The search box: filters in words, suggestions, dates and recent searches. */

import { once } from '../../lib/once'

const numbers = once(() => new Intl.NumberFormat('en'))
const names = once(() => new Intl.ListFormat('en', { type: 'conjunction' }))

export const searching = {
  name: 'Search',
  here: 'Find messages here',
  subscribers: (count: number) =>
    count === 1 ? '1 subscriber' : `${numbers().format(count)} subscribers`,
  suggestions: 'Suggestions',
  pills: 'Filters',
  remove: (filter: string) => `Remove filter: ${filter}`,
  recent: 'Recent searches',
  everywhere: 'Search everywhere',
  clear: 'Clear the search',
  clearRecent: 'Clear recent searches',
  day: 'Day',
  useDay: 'Use this day',
  count: (count: number) => `${numbers().format(count)} ${count === 1 ? 'result' : 'results'}`,
  moreThan: (count: number) => `More than ${numbers().format(count)} results`,
}

/** The messages that a filter finds, as a noun phrase. */
export const filters = {
  /** By the beginning of an operator, before its operand is typed. */
  begun: {
    'stream:': 'Messages in a stream',
    'topic:': 'Messages in a topic',
    'from:': 'Messages by a person',
    'dm:': 'Private messages with a person',
    'dm-including:': 'Private messages that include a person',
    'is:': 'Messages that are unread, starred, mentions…',
    'has:': 'Messages with a link, a picture, a file, a reaction',
    'before:': 'Messages before a day',
    'after:': 'Messages since a day',
  } as Readonly<Record<string, string>>,
  /** @param filter the noun phrase of the filter that is turned round */
  except: (filter: string) => `All except: ${filter}`,
  stream: (name: string) => `Messages in #${name}`,
  publicStreams: 'Messages in all public streams',
  topic: (name: string) => `Messages in the topic “${name}”`,
  dm: (people: readonly string[]) => `Private messages with ${names().format(people)}`,
  ownNotes: 'Notes to yourself',
  including: (people: readonly string[]) =>
    `Private messages that include ${names().format(people)}`,
  by: (person: string) => `Messages by ${person}`,
  byYou: 'Messages by you',
  mentioning: (person: string) => `Messages that mention ${person}`,
  is: {
    unread: 'Unread messages',
    starred: 'Starred messages',
    mentioned: 'Messages that mention you',
    dm: 'Private messages',
    alerted: 'Messages with your alert words',
    followed: 'Messages in topics that you follow',
    resolved: 'Messages in resolved topics',
    muted: 'Messages in muted topics and streams',
  },
  has: {
    link: 'Messages with a link',
    image: 'Messages with a picture',
    attachment: 'Messages with a file',
    reaction: 'Messages with a reaction',
  },
  home: 'Messages that are not muted',
  all: 'All messages',
  one: (id: string) => `Message ${id}`,
  before: (day: string) => `Messages before ${day}`,
  after: (day: string) => `Messages since ${day}`,
  words: (words: string) => `Messages with the words “${words}”`,
  other: (text: string) => `Messages with ${text}`,
}
