import type * as en from '../en/search'
import { once } from '../../lib/once'

const numbers = once(() => new Intl.NumberFormat('de'))
const names = once(() => new Intl.ListFormat('de', { type: 'conjunction' }))

export const searching: typeof en.searching = {
  name: 'Suche',
  here: 'Hier suchen',
  subscribers: (count) => `${numbers().format(count)} ${count === 1 ? 'Abonnent' : 'Abonnenten'}`,
  suggestions: 'Vorschläge',
  pills: 'Filter',
  remove: (filter) => `Filter entfernen: ${filter}`,
  recent: 'Letzte Suchen',
  everywhere: 'Überall suchen',
  clear: 'Suche leeren',
  clearRecent: 'Letzte Suchen löschen',
  day: 'Tag',
  useDay: 'Diesen Tag nehmen',
  count: (count) => `${numbers().format(count)} Treffer`,
  moreThan: (count) => `Mehr als ${numbers().format(count)} Treffer`,
}

export const filters: typeof en.filters = {
  begun: {
    'stream:': 'Nachrichten in einem Stream',
    'topic:': 'Nachrichten in einem Thema',
    'from:': 'Nachrichten von einer Person',
    'dm:': 'Direktnachrichten mit einer Person',
    'dm-including:': 'Direktnachrichten, an denen eine Person beteiligt ist',
    'is:': 'Nachrichten, die ungelesen oder markiert sind, dich erwähnen …',
    'has:': 'Nachrichten mit Link, Bild, Datei oder Reaktion',
    'before:': 'Nachrichten vor einem Tag',
    'after:': 'Nachrichten seit einem Tag',
  },
  except: (filter) => `Alles außer: ${filter}`,
  stream: (name) => `Nachrichten in #${name}`,
  publicStreams: 'Nachrichten in allen öffentlichen Streams',
  topic: (name) => `Nachrichten im Thema „${name}“`,
  dm: (people) => `Direktnachrichten mit ${names().format(people)}`,
  ownNotes: 'Notizen an dich selbst',
  including: (people) => `Direktnachrichten, an denen ${names().format(people)} beteiligt sind`,
  by: (person) => `Nachrichten von ${person}`,
  byYou: 'Nachrichten von dir',
  mentioning: (person) => `Nachrichten, die ${person} erwähnen`,
  is: {
    unread: 'Ungelesene Nachrichten',
    starred: 'Markierte Nachrichten',
    mentioned: 'Nachrichten, die dich erwähnen',
    dm: 'Direktnachrichten',
    alerted: 'Nachrichten mit deinen Signalwörtern',
    followed: 'Nachrichten in Themen, denen du folgst',
    resolved: 'Nachrichten in gelösten Themen',
    muted: 'Nachrichten in stummgeschalteten Themen und Streams',
  },
  has: {
    link: 'Nachrichten mit einem Link',
    image: 'Nachrichten mit einem Bild',
    attachment: 'Nachrichten mit einer Datei',
    reaction: 'Nachrichten mit einer Reaktion',
  },
  home: 'Nachrichten, die nicht stummgeschaltet sind',
  all: 'Alle Nachrichten',
  one: (id) => `Nachricht ${id}`,
  before: (day) => `Nachrichten vor dem ${day}`,
  after: (day) => `Nachrichten seit dem ${day}`,
  words: (words) => `Nachrichten mit den Wörtern „${words}“`,
  other: (text) => `Nachrichten mit ${text}`,
}
