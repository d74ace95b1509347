import { findEmojiCode } from '../../../../text/markdown/emoji'
import differingNames from './foreign-emoji.json'

const names = new Map<string, string>(Object.entries(differingNames))

/**
 * Parley's name for a built-in emoji of Slack or Mattermost; undefined for custom emoji. Skin tones, after `::`, are
 * left out.
 * Source: docs/protocol/import.md#slack-reactions.
 */
export function emojiNameOf(shortName: string): string | undefined {
  const [name = ''] = shortName.split('::')
  return names.get(name) ?? (findEmojiCode(name) === undefined ? undefined : name)
}
