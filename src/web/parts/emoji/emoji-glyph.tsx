import { extraEmojiPicture } from '../../../shared/rules/reaction-types'
import { useApp } from '../../context/app'
import { characterOfEmoji } from '../../data/emoji/character'
import type { Emoji } from '../../data/emoji/reactions'
import styles from './emoji-glyph.module.css'

/** An emoji as text or picture. Hidden from screen readers: the surrounding element names it. */
export function EmojiGlyph({ emoji }: { emoji: Emoji }) {
  const { emoji_code: code, reaction_type: type } = emoji
  if (type === 'unicode_emoji') {
    return (
      <span class={styles['character']} aria-hidden="true">
        {characterOfEmoji(code)}
      </span>
    )
  }
  return type === 'realm_emoji' ? (
    <RealmEmoji code={code} />
  ) : (
    <Picture address={extraEmojiPicture} />
  )
}

function RealmEmoji({ code }: { code: string }) {
  const emoji = useApp().store.read('realm_emoji')
  const address = emoji[code]?.source_url
  return address === undefined ? null : <Picture address={address} />
}

function Picture({ address }: { address: string }) {
  return <img class={styles['picture']} src={address} alt="" loading="lazy" draggable={false} />
}
