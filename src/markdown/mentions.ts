import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment, MentionableGroup, LinkableStream } from './environment'
import { element, escapeText } from '../wire/html'
import { matchHere, mayReferHere, pushHtml } from './rules'
import type { InlineRule } from './rules'

const userMentionPattern = /@(_?)\*\*([^*\n]+)\*\*/y
const groupMentionPattern = /@(_?)\*([^*\n]+)\*(?!\*)/y
const nameWithId = /^(.+)\|([0-9]{1,15})$/
const wildcards = new Set(['all', 'everyone', 'stream', 'channel'])
const topicWildcard = 'topic'

/**
 * `@**Ada Byron**`, `@**Ada Byron|10**`, `@**all**`, `@**topic**`, and with `@_` the same without a
 * flag.
 */
const userMention: InlineRule = (state, silent) => {
  const match = matchHere(userMentionPattern, state)
  if (!match || !mayReferHere(state)) return false

  const [typed, underscore, name = ''] = match
  const environment = environmentOf(state)
  const mentioned = findMentioned(environment, name)
  if (!mentioned) return false

  if (!silent) {
    const isSilent = underscore !== ''
    pushHtml(state, userSpan(mentioned, isSilent), typed)
    if (!isSilent) flag(environment, mentioned)
  }
  state.pos += typed.length
  return true
}

/** `@*backend*` mentions every member of the group, and with `@_` nobody. */
const groupMention: InlineRule = (state, silent) => {
  const match = matchHere(groupMentionPattern, state)
  if (!match || !mayReferHere(state)) return false

  const [typed, underscore, name = ''] = match
  const environment = environmentOf(state)
  const isSilent = underscore !== ''
  const group = environment.names.findGroup(name)
  if (!group || (group.isSilent && !isSilent)) return false

  if (!silent) {
    pushHtml(state, groupSpan(group, isSilent), typed)
    if (!isSilent) for (const id of group.memberIds) environment.groupMemberIds.add(id)
  }
  state.pos += typed.length
  return true
}

function groupSpan({ id, name }: MentionableGroup, isSilent: boolean): string {
  const attributes = {
    class: isSilent ? 'user-group-mention silent' : 'user-group-mention',
    'data-user-group-id': String(id),
  }
  return element('span', attributes, escapeText(isSilent ? name : `@${name}`))
}

type Mentioned = { id: number | '*' | 'topic'; fullName: string }

function findMentioned({ names }: Environment, name: string): Mentioned | undefined {
  if (wildcards.has(name)) return { id: '*', fullName: name }
  if (name === topicWildcard) return { id: 'topic', fullName: name }
  const [, fullName, id] = nameWithId.exec(name) ?? []
  return fullName === undefined ? names.findUser(name) : names.findUserWithId(Number(id), fullName)
}

function userSpan({ id, fullName }: Mentioned, isSilent: boolean): string {
  const silence = isSilent ? ' silent' : ''
  const attributes =
    id === 'topic'
      ? { class: `topic-mention${silence}` }
      : { class: `user-mention${silence}`, 'data-user-id': String(id) }
  return element('span', attributes, escapeText(isSilent ? fullName : `@${fullName}`))
}

function flag(environment: Environment, mentioned: Mentioned): void {
  if (mentioned.id === '*') environment.mentionsWildcard = true
  else if (mentioned.id === 'topic') environment.mentionsTopic = true
  else environment.mentionedUserIds.add(mentioned.id)
}

const streamLinkPattern = /#\*\*([^*\n]+)\*\*/y

/** `#**team lunch**`; the name must be spelled as the stream's, letter case included. */
const streamLink: InlineRule = (state, silent) => {
  const match = matchHere(streamLinkPattern, state)
  // A link cannot hold another one.
  if (!match || state.linkLevel > 0 || !mayReferHere(state)) return false

  const [typed, name = ''] = match
  const stream = environmentOf(state).names.findStream(name)
  if (!stream) return false

  if (!silent) {
    const attributes = {
      class: 'stream',
      'data-stream-id': String(stream.id),
      href: `/#narrow/stream/${streamSlug(stream)}`,
    }
    pushHtml(state, element('a', attributes, escapeText(`#${stream.name}`)), typed)
  }
  state.pos += typed.length
  return true
}

/**
 * A stream in the fragment of a URL: `8-.C3.9Cber.2Ex` for `Über.x`.
 *
 * Source: docs/protocol/markdown.md#stream-slug.
 */
function streamSlug({ id, name }: LinkableStream): string {
  const encoded = encodeURIComponent(name.toWellFormed().replaceAll(' ', '-'))
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
  return `${id}-${encoded}`
}

const avatarPattern = /!(?:gr)?avatar\(([^()\s]+)\)/y

/** `!avatar(ada@x.test)`, `!gravatar(…)`: the picture of a user, also of one nobody knows. */
const avatar: InlineRule = (state, silent) => {
  const match = matchHere(avatarPattern, state)
  if (!match) return false

  const [typed, email = ''] = match
  if (!silent) {
    const user = environmentOf(state).names.findUserByEmail(email)
    const whose = user ? String(user.id) : encodeURIComponent(email).replaceAll('%40', '@')
    const attributes = {
      alt: email,
      class: 'message_body_gravatar',
      src: `/avatar/${whose}?s=30`,
      title: email,
    }
    pushHtml(state, element('img', attributes), typed)
  }
  state.pos += typed.length
  return true
}

export function useMentions(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_user_mention', userMention)
  md.inline.ruler.push('parley_group_mention', groupMention)
  md.inline.ruler.push('parley_stream_link', streamLink)
  md.inline.ruler.push('parley_avatar', avatar)
}
