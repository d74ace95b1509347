import { foldCase } from '../../../shared/rules/letter-case'
import type { User } from '../../data/records/state'

/* Markdown for mentions and links to streams and topics. Source: docs/protocol/markdown.md#mentions. */

/** Mention of a user, with the id if the name alone is ambiguous. */
export function mentionOf(
  user: Pick<User, 'user_id' | 'full_name'>,
  everybody: readonly Pick<User, 'user_id' | 'full_name'>[],
  isSilent: boolean,
): string {
  const name = foldCase(user.full_name)
  const isAmbiguous =
    wildcards.has(name) ||
    everybody.some((other) => other.user_id !== user.user_id && foldCase(other.full_name) === name)
  return `@${isSilent ? '_' : ''}**${user.full_name}${isAmbiguous ? `|${user.user_id}` : ''}**`
}

const wildcards = new Set(['all', 'everyone', 'stream', 'channel', 'topic'])

export function groupMention(name: string, isSilent: boolean): string {
  return `@${isSilent ? '_' : ''}*${name}*`
}

/** Characters that would end a stream or topic link, or have a meaning in it. */
const breaking = /[`*>[\]\\]|\$\$/

/** @param address of the stream, for names that the short form cannot contain */
export function streamLink(name: string, address: string): string {
  return breaking.test(name) ? `[#${escapeLabel(name)}](${address})` : `#**${name}**`
}

export function topicLink(streamName: string, topic: string, address: string): string {
  // `@5` at its end would be the id of a message.
  return breaking.test(streamName) || breaking.test(topic) || /@\d+$/.test(topic)
    ? `[#${escapeLabel(`${streamName} > ${topic}`)}](${address})`
    : `#**${streamName}>${topic}**`
}

/**
 * Escapes a link label with entities, because labels have no backslash escapes.
 * Source: docs/protocol/markdown.md#entities.
 */
function escapeLabel(label: string): string {
  return label.replace(/[`*[\]\\$@#]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
