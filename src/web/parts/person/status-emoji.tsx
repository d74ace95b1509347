import { useApp } from '../../app'
import type { Emoji } from '../../messages/reactions'
import { EmojiGlyph } from '../emoji/emoji-glyph'

/** What somebody says of themselves, as an emoji beside their name; its words are its title. */
export function StatusEmoji({ userId }: { userId: number }) {
  const statuses = useApp().store.read('user_status') as Readonly<Record<string, Status>>
  const status = statuses[userId]
  if (!status?.emoji_code) return null
  return (
    <span role="img" aria-label={status.emoji_name} title={status.status_text ?? ''}>
      <EmojiGlyph emoji={status} />
    </span>
  )
}

interface Status extends Emoji {
  status_text?: string
}
