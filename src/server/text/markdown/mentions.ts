import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment, MentionableGroup } from './environment'
import { element, escapeText } from '../html'
import { matchHere, mayReferHere, pushHtml, stockCoreRule } from './rules'
import type { InlineRule } from './rules'

const userMentionPattern = /@(_?)\*\*([^*\n]+)\*\*/y
const groupMentionPattern = /@(_?)\*([^*\n]+)\*/y
const nameWithId = /^(.*)\|([0-9]{1,15})$/
const wildcards = new Set(['all', 'everyone', 'stream', 'channel'])
const topicWildcard = 'topic'

/**
 * `@**Ada Byron**`, `@**Ada Byron|10**`, `@**|10**`, `@**all**`, `@**topic**`; with `@_` or in a quote the
 * mention is silent and sets no flag, as always for former users.
 */
const userMention: InlineRule = (state, silent) => {
  const match = matchHere(userMentionPattern, state)
  if (!match || !mayReferHere(state)) return false

  const [typed, underscore, name = ''] = match
  const environment = environmentOf(state)
  const mentioned = findMentioned(environment, name)
  if (!mentioned) return false

  if (!silent) {
    const isSilent = underscore !== '' || environment.isQuoted || mentioned.isDeactivated === true
    pushHtml(state, userSpan(mentioned, isSilent), typed)
    if (!isSilent) flag(environment, mentioned)
  }
  state.pos += typed.length
  return true
}

/** `@*backend*` mentions every member of the group; with `@_` or in a quote the mention is silent. */
const groupMention: InlineRule = (state, silent) => {
  const match = matchHere(groupMentionPattern, state)
  if (!match || !mayReferHere(state)) return false

  const [typed, underscore, name = ''] = match
  const environment = environmentOf(state)
  const group = environment.names.findGroup(name)
  if (!group) return false
  const isSilent = underscore !== '' || environment.isQuoted || group.isDeactivated === true
  if (group.isSilent && !isSilent) {
    environment.refusedGroupNames.add(group.name)
    return false
  }

  if (!silent) {
    pushHtml(state, groupSpan(group, isSilent), typed)
    if (!isSilent) for (const id of group.memberIds) environment.groupMemberIds.add(id)
  }
  state.pos += typed.length
  return true
}

function groupSpan(group: MentionableGroup, isSilent: boolean): string {
  const { id, displayName: name = group.name } = group
  const attributes = {
    class: isSilent ? 'user-group-mention silent' : 'user-group-mention',
    'data-user-group-id': String(id),
  }
  return element('span', attributes, escapeText(isSilent ? name : `@${name}`))
}

type Mentioned = { id: number | '*' | 'topic'; fullName: string; isDeactivated?: boolean }

function findMentioned({ names }: Environment, name: string): Mentioned | undefined {
  if (wildcards.has(name)) return { id: '*', fullName: name }
  if (name === topicWildcard) return { id: 'topic', fullName: name }
  const [, fullName, id] = nameWithId.exec(name) ?? []
  return fullName === undefined ? names.findUser(name) : names.findUserWithId(Number(id), fullName)
}

function userSpan({ id, fullName }: Mentioned, isSilent: boolean): string {
  const silence = isSilent ? ' silent' : ''
  const everybody = id === '*' ? ' channel-wildcard-mention' : ''
  const attributes =
    id === 'topic'
      ? { class: `topic-mention${silence}` }
      : { class: `user-mention${everybody}${silence}`, 'data-user-id': String(id) }
  return element('span', attributes, escapeText(isSilent ? fullName : `@${fullName}`))
}

function flag(environment: Environment, mentioned: Mentioned): void {
  if (mentioned.id === '*') environment.mentionsWildcard = true
  else if (mentioned.id === 'topic') environment.mentionsTopic = true
  else environment.mentionedUserIds.add(mentioned.id)
}

const avatarPattern = /!(?:gr)?avatar\(([^()\s]+)\)/y

/** `!avatar(ada@x.test)`, `!gravatar(…)`: the avatar of a user; unknown addresses get one as well. */
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

const stockInline = stockCoreRule('inline')

/**
 * Parses the texts of blocks in order and keeps track of quotes: mentions in a quote are silent. Source:
 * docs/protocol/markdown.md#mentions-in-quotes.
 */
function readTexts(state: MarkdownIt.StateCore): void {
  const environment = environmentOf(state)
  const { tokens } = state
  if (!tokens.some(({ type }) => type === 'blockquote_open')) return stockInline(state)
  let quotes = 0
  for (const token of tokens) {
    if (token.type === 'blockquote_open') quotes++
    else if (token.type === 'blockquote_close') quotes--
    else if (token.type === 'inline') {
      environment.isQuoted = quotes > 0
      state.md.inline.parse(token.content, state.md, environment, (token.children ??= []))
    }
  }
}

export function useMentions(md: MarkdownIt.MarkdownIt): void {
  md.core.ruler.at('inline', readTexts)
  md.inline.ruler.push('parley_user_mention', userMention)
  md.inline.ruler.push('parley_group_mention', groupMention)
  md.inline.ruler.push('parley_avatar', avatar)
}
