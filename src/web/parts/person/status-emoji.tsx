import { useApp } from '../../context/app'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { statusOf } from './status'

/** A user's status emoji beside the name; the status text is its title. */
export function StatusEmoji({ userId }: { userId: number }) {
  const status = statusOf(useApp().store.read('user_status'), userId)
  if (!status || status.emoji_code === '') return null
  return (
    <span role="img" aria-label={status.emoji_name.replaceAll('_', ' ')} title={status.status_text}>
      <EmojiGlyph emoji={status} />
    </span>
  )
}
