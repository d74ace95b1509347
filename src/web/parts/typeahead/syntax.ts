import type { User } from '../../store/state'

/*
 * How things are named in a message.
 * Source: docs/protocol/markdown.md#mentions.
 */

/** A mention of a person; with their id where the name alone could be somebody else. */
export function mentionOf(
  user: Pick<User, 'user_id' | 'full_name'>,
  everybody: readonly Pick<User, 'user_id' | 'full_name'>[],
  isSilent: boolean,
): string {
  const name = user.full_name.toLowerCase()
  const isAmbiguous =
    wildcards.has(name) ||
    everybody.some(
      (other) => other.user_id !== user.user_id && other.full_name.toLowerCase() === name,
    )
  return `@${isSilent ? '_' : ''}**${user.full_name}${isAmbiguous ? `|${user.user_id}` : ''}**`
}

const wildcards = new Set(['all', 'everyone', 'stream', 'channel', 'topic'])

export function groupMention(name: string, isSilent: boolean): string {
  return `@${isSilent ? '_' : ''}*${name}*`
}

/** Signs that would end a link to a stream or topic, or mean something in it. */
const breaking = /[`*>[\]\\]|\$\$/

/** @param address of the stream, for names that the short form cannot hold */
export function streamLink(name: string, address: string): string {
  return breaking.test(name) ? `[#${escapeLabel(name)}](${address})` : `#**${name}**`
}

export function topicLink(streamName: string, topic: string, address: string): string {
  return breaking.test(streamName) || breaking.test(topic)
    ? `[#${escapeLabel(`${streamName} > ${topic}`)}](${address})`
    : `#**${streamName}>${topic}**`
}

/** Nothing can be escaped in a label, but by what stands for its character. Source: docs/protocol/markdown.md#entities. */
function escapeLabel(label: string): string {
  return label.replace(/[`*[\]\\$@#]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
