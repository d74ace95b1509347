import { findEmojiCode } from '../../../text/markdown/emoji'
import { emojiNameOf } from '../../import/markup/emoji-names'
import differingNames from '../../import/markup/foreign-emoji.json'

/** Slack's names by the code of the emoji, where they are not those of here. */
const slackNames = new Map<string, string>()
for (const [theirs, code] of Object.entries(differingNames.names.datasource)) {
  if (!slackNames.has(code)) slackNames.set(code, theirs)
}

interface Emoji {
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** Slack's name of the emoji of a reaction; custom emoji keep theirs. Undefined for one that only Parley has. */
export function slackNameOf({ emoji_name: name, emoji_code: code, reaction_type: type }: Emoji) {
  if (type === 'realm_emoji') return name
  if (type !== 'unicode_emoji') return undefined
  const isSame = emojiNameOf(name) === name && findEmojiCode(name) === code
  return slackNames.get(code) ?? (isSame ? name : undefined)
}
