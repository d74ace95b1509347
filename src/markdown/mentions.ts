import type MarkdownIt from 'markdown-it'
import { type Environment, environmentOf } from './environment'
import { element, escapeText } from './html'
import { pushHtml } from './html-tokens'
import type { InlineRule } from './stock-rules'
import { characterBefore, matchHere } from './text'

const USER_MENTION = /@(_?)\*\*([^*\n]+)\*\*/y
const GROUP_MENTION = /@\*([^*\n]+)\*(?!\*)/y
const NAME_WITH_ID = /^(.+)\|([0-9]{1,15})$/
const WILDCARDS = new Set(['all', 'everyone', 'stream'])

/** What a mention, a stream link or the name of a site must follow. Source: protocol notes 8.3. */
const BEFORE_REFERENCE = /[\s'"(,:<]/

export function mayReferHere(state: MarkdownIt.StateInline): boolean {
  return BEFORE_REFERENCE.test(characterBefore(state))
}

/** `@**Ada Byron**`, `@**Ada Byron|10**`, `@**all**`, and with `@_` the same without a flag. */
const userMention: InlineRule = (state, silent) => {
  const match = matchHere(USER_MENTION, state)
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

/** `@*backend*` mentions every member of the group. */
const groupMention: InlineRule = (state, silent) => {
  const match = matchHere(GROUP_MENTION, state)
  if (!match || !mayReferHere(state)) return false

  const [typed, name = ''] = match
  const environment = environmentOf(state)
  const group = environment.names.findGroup(name)
  if (!group) return false

  if (!silent) {
    const attributes = { class: 'user-group-mention', 'data-user-group-id': String(group.id) }
    pushHtml(state, element('span', attributes, escapeText(`@${group.name}`)), typed)
    for (const id of group.memberIds) environment.mentionedUserIds.add(id)
  }
  state.pos += typed.length
  return true
}

type Mentioned = { id: number | '*'; fullName: string }

function findMentioned({ names }: Environment, name: string): Mentioned | undefined {
  if (WILDCARDS.has(name)) return { id: '*', fullName: name }
  const [, fullName, id] = NAME_WITH_ID.exec(name) ?? []
  return fullName === undefined ? names.findUser(name) : names.findUserWithId(Number(id), fullName)
}

function userSpan({ id, fullName }: Mentioned, isSilent: boolean): string {
  const attributes = {
    class: isSilent ? 'user-mention silent' : 'user-mention',
    'data-user-id': String(id),
  }
  return element('span', attributes, escapeText(isSilent ? fullName : `@${fullName}`))
}

function flag(environment: Environment, mentioned: Mentioned): void {
  if (mentioned.id === '*') environment.mentionsWildcard = true
  else environment.mentionedUserIds.add(mentioned.id)
}

export function useMentions(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_user_mention', userMention)
  md.inline.ruler.push('parley_group_mention', groupMention)
}
