import type { Signal } from '@preact/signals'
import { skinTones, storeTone, tonedCode } from '../../data/emoji/tones'
import type { SkinTone } from '../../data/emoji/tones'
import type { Emoji } from '../../data/emoji/reactions'
import { localStore } from '../../data/storage/browser-storage'
import * as t from '../../texts/catalog'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { unicode } from './sections'
import styles from './emoji-picker.module.css'

/** The choice of a skin tone, which the browser remembers. */
export function SkinTones({ tone }: { tone: Signal<SkinTone> }) {
  return (
    <div class={styles['tones']} role="group" aria-label={t.picker.tone}>
      {skinTones.map((one) => (
        <button
          key={one}
          type="button"
          class={styles['choice']}
          aria-label={t.picker.tones[one]}
          title={t.picker.tones[one]}
          aria-pressed={tone.value === one}
          onClick={() => {
            tone.value = one
            storeTone(localStore, one)
          }}
        >
          <EmojiGlyph emoji={inTone(wave, one)} />
        </button>
      ))}
    </div>
  )
}

const wave = unicode('wave', '1f44b')

/** An emoji as the picker draws it in a skin tone. */
export function inTone(emoji: Emoji, tone: SkinTone): Emoji {
  if (emoji.reaction_type !== 'unicode_emoji') return emoji
  return { ...emoji, emoji_code: tonedCode(emoji.emoji_code, tone) ?? emoji.emoji_code }
}
