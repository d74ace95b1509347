import { useMemo, useRef } from 'preact/hooks'
import { signal } from '@preact/signals'
import { useApp } from '../../context/app'
import type { App } from '../../context/app'
import { listRealmEmoji } from '../../data/emoji/realm-emoji'
import { rememberEmoji } from '../../data/emoji/recent'
import { searchEmoji } from '../../data/emoji/search'
import type { FoundEmoji } from '../../data/emoji/search'
import type { EmojiTable } from '../../data/emoji/table'
import { characterOfEmoji } from '../../data/emoji/character'
import { storedTone, tonedCode } from '../../data/emoji/tones'
import type { SkinTone } from '../../data/emoji/tones'
import type { Emoji } from '../../data/emoji/reactions'
import { localStore } from '../../data/storage/browser-storage'
import * as t from '../../texts/catalog'
import { narrowTo } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'
import type { Stream, User } from '../../data/records/state'
import type { Wanted } from './find-word'
import { languageSuggestions } from './code-languages'
import { findGroups, findPeople, indexPeople } from './people'
import type { IndexedPerson } from './people'
import { findStreams, findTopics } from './streams'
import type { Suggestion } from './suggestion'
import { groupMention, mentionOf, streamLink, topicLink } from './syntax'

/** Max number of suggestions. */
const offered = 8

/** Suggestions for what the user types. */
export interface Suggester {
  of(wanted: Wanted): readonly Suggestion[]
  people(query: string, but: readonly number[]): readonly Suggestion[]
  streams(query: string): readonly Suggestion[]
  topics(streamId: number | undefined, query: string): readonly Suggestion[]
}

/** @param conversation being written to; its participants are suggested first */
export function useSuggester(conversation: Conversation | undefined): Suggester {
  const app = useApp()
  const latest = useRef(conversation)
  latest.current = conversation
  return useMemo(() => createSuggester(app, () => latest.current), [app])
}

function createSuggester(app: App, conversationNow: () => Conversation | undefined): Suggester {
  const { store, topics } = app
  const emojiTable = signal<EmojiTable | undefined>(undefined)
  let indexed:
    { users: readonly User[]; fields: object; people: readonly IndexedPerson[] } | undefined

  function everybody(): readonly IndexedPerson[] {
    const { realm_users: users, custom_profile_fields: fields } = store.state
    if (indexed?.users !== users || indexed.fields !== fields) {
      indexed = { users, fields, people: indexPeople(users, fields) }
    }
    return indexed.people
  }

  const peopleFor = (query: string, limit = offered, people = everybody()) =>
    findPeople(people, query, closenessTo(app, conversationNow()), limit)

  /** System bots cannot be mentioned, but can be written to. */
  const everyAddressee = () => [...everybody(), ...indexPeople(store.state.cross_realm_bots, [])]

  function mentions(query: string, isSilent: boolean): Suggestion[] {
    const users = store.state.realm_users
    const people = peopleFor(query).map((user) => ({
      ...personSuggestion(user),
      insert: `${mentionOf(user, users, isSilent)} `,
    }))
    const groups = findGroups(store.state.realm_user_groups, query, isSilent).map(
      ({ id, name, description }): Suggestion => ({
        key: `group ${id}`,
        label: name,
        hint: description === '' ? t.typeahead.group : description,
        mark: { icon: 'users' },
        insert: `${groupMention(name, isSilent)} `,
      }),
    )
    const everyone = isSilent ? [] : wildcards(query, conversationNow()?.kind === 'topic')
    return [...people.slice(0, offered - 2), ...everyone, ...groups].slice(0, offered)
  }

  function streams(query: string): Suggestion[] {
    const { streams: known, subscriptions } = store.state
    const colors = new Map(subscriptions.map(({ stream_id: id, color }) => [id, color]))
    return findStreams(known, subscriptions, query, offered).map((stream) => ({
      key: `stream ${stream.stream_id}`,
      label: stream.name,
      hint: stream.description === '' ? undefined : stream.description,
      mark: streamMark(stream, colors.get(stream.stream_id)),
      insert: `${streamLink(stream.name, addressOf([{ operator: 'channel', operand: stream.stream_id }]))} `,
    }))
  }

  const addressOf = (narrow: Narrow) => app.navigation.hrefOf({ view: 'narrow', narrow })

  function topicsOf(streamId: number | undefined, query: string): Suggestion[] {
    if (streamId === undefined) return []
    const stream = store.state.streams.find(({ stream_id: id }) => id === streamId)
    const names = (topics.of(streamId).value ?? []).map(({ name }) => name)
    return findTopics(names, query, offered).map((topic) => {
      const address = addressOf(narrowTo({ kind: 'topic', streamId, topic }))
      return {
        key: `topic ${topic}`,
        label: topic,
        mark: { icon: 'message-circle' },
        insert: `${topicLink(stream?.name ?? '', topic, address)} `,
      }
    })
  }

  function emoji(query: string): Suggestion[] {
    const table = emojiTable.value
    if (!table) {
      app.loadEmojiTable().then(
        (loaded) => (emojiTable.value = loaded),
        // No suggestions if the table fails to load; the next keystroke retries.
        () => undefined,
      )
      return []
    }
    const tone = storedTone(localStore)
    const found = searchEmoji(table, listRealmEmoji(store.state), query, offered)
    return found.map((one) => emojiSuggestion(one, tone, store.state.user_id))
  }

  return {
    of(wanted) {
      switch (wanted.kind) {
        case 'mention':
          return mentions(wanted.query, wanted.isSilent)
        case 'stream':
          return streams(wanted.query)
        case 'topic': {
          const stream = store.state.streams.find(({ name }) => name === wanted.streamName)
          return topicsOf(stream?.stream_id, wanted.query)
        }
        case 'emoji':
          return emoji(wanted.query)
        case 'command':
          return commands(wanted.query)
        case 'language':
          return languageSuggestions(wanted.query, offered)
      }
    },
    people: (query, but) =>
      peopleFor(query, offered + but.length, everyAddressee())
        .filter(({ user_id: id }) => !but.includes(id))
        .slice(0, offered)
        .map(personSuggestion),
    streams,
    topics: topicsOf,
  }
}

function personSuggestion(user: User): Suggestion {
  return {
    key: `person ${user.user_id}`,
    label: user.full_name,
    hint: user.is_bot ? t.typeahead.bot : user.email,
    mark: { userId: user.user_id },
    insert: String(user.user_id),
  }
}

function wildcards(query: string, isInStream: boolean): Suggestion[] {
  const names = isInStream ? ['all', 'topic'] : []
  return names
    .filter((name) => name.startsWith(query.toLowerCase()))
    .map((name) => ({
      key: `wildcard ${name}`,
      label: name,
      hint: t.typeahead.everybody(name),
      mark: { icon: 'users' },
      insert: `@**${name}** `,
    }))
}

/** Slash commands at the start of a message. */
function commands(query: string): Suggestion[] {
  const names = ['me', 'poll', 'todo'] as const
  return names
    .filter((name) => name.startsWith(query))
    .map((name) => ({
      key: `command ${name}`,
      label: `/${name}`,
      hint: t.typeahead.commands[name],
      mark: { icon: commandIcons[name] },
      insert: `/${name} `,
    }))
}

const commandIcons = { me: 'user-round', poll: 'list', todo: 'check-check' } as const

function streamMark(stream: Stream, color: string | undefined): Suggestion['mark'] {
  if (stream.invite_only) return { icon: 'lock' }
  return color === undefined ? { icon: 'hash' } : { color }
}

/** @param tone the skin tone that the reader chose in the emoji picker */
function emojiSuggestion(found: FoundEmoji, tone: SkinTone, ownId: number): Suggestion {
  const { name, emoji, realmEmoji } = found
  const toned = emoji && tonedCode(emoji.code, tone)
  const chosen: Emoji = emoji
    ? { emoji_name: name, emoji_code: emoji.code, reaction_type: 'unicode_emoji' }
    : { emoji_name: name, emoji_code: realmEmoji.id, reaction_type: 'realm_emoji' }
  return {
    key: `emoji ${name}`,
    label: `:${name}:`,
    mark: { emoji: { ...chosen, emoji_code: toned ?? chosen.emoji_code } },
    onChosen: () => rememberEmoji(localStore, ownId, chosen),
    insert: `${toned ? characterOfEmoji(toned) : `:${name}:`} `,
  }
}

/** Closeness of users: recent senders of this conversation first, then partners of private conversations. */
function closenessTo(app: App, conversation: Conversation | undefined): (id: number) => number {
  const close = new Map<number, number>()
  const { recent_private_conversations: recent, user_id: ownId } = app.store.state
  for (const [age, { user_ids: ids }] of recent.slice(0, 50).entries()) {
    for (const id of ids) if (!close.has(id)) close.set(id, 50 - age)
  }
  if (conversation) {
    const { ids } = app.stretches.of(narrowTo(conversation)).state.peek()
    for (const [index, id] of ids.slice(-100).entries()) {
      const sender = app.messages.get(id)?.sender_id
      if (sender !== undefined) close.set(sender, 100 + index)
    }
  }
  // Self-mentions are rare, so the reader comes last.
  close.set(ownId, -1)
  return (id) => close.get(id) ?? 0
}
