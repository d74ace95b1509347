import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment } from './environment'
import { element, escapeText } from './html'
import { pushHtml } from './html-tokens'
import type { MentionableGroup } from './names'
import type { InlineRule } from './stock-rules'
import { characterBefore, matchHere } from './text'

const userMentionPattern = /@(_?)\*\*([^*\n]+)\*\*/y
const groupMentionPattern = /@(_?)\*([^*\n]+)\*(?!\*)/y
const nameWithId = /^(.+)\|([0-9]{1,15})$/
const wildcards = new Set(['all', 'everyone', 'stream', 'channel'])
const topicWildcard = 'topic'

/** What a mention, a stream link or the name of a site must follow. Source: protocol notes 8.3. */
const beforeReference = /[\s'"(,:<]/

export function mayReferHere(state: MarkdownIt.StateInline): boolean {
  return beforeReference.test(characterBefore(state))
}

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

export function useMentions(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_user_mention', userMention)
  md.inline.ruler.push('parley_group_mention', groupMention)
}
