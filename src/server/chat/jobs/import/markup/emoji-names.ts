import { findEmojiCode } from '../../../../text/markdown/emoji'
import differingNames from './foreign-emoji.json'

const names = new Map<string, string>(Object.entries(differingNames))

/**
 * Parley's name of an emoji that Slack or Mattermost has a name for; undefined for names of custom emoji. Skin tones,
 * after `::`, are left out.
 * Source: docs/protocol/import.md#slack-reactions.
 */
export function emojiNameOf(shortName: string): string | undefined {
  const [name = ''] = shortName.split('::')
  return names.get(name) ?? (findEmojiCode(name) === undefined ? undefined : name)
}
