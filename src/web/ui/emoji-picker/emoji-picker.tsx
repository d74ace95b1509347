import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../app/app'
import { listRealmEmoji } from '../../data/emoji/realm-emoji'
import { recentEmoji, rememberEmoji } from '../../data/emoji/recent'
import { searchEmoji } from '../../data/emoji/search'
import type { EmojiTable } from '../../data/emoji/table'
import { skinTones, storedTone, storeTone, tonedCharacter, tonedCode } from '../../data/emoji/tones'
import type { SkinTone } from '../../data/emoji/tones'
import * as t from '../../texts/catalog'
import type { Emoji } from '../../data/messages/reactions'
import { keyOfEmoji } from '../../data/messages/reactions'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { IconButton } from '../icon-button/icon-button'
import { Popover } from '../popover/popover'
import { moveInGrid } from './move-in-grid'
import styles from './emoji-picker.module.css'
import { localStore } from '../../data/storage/browser-storage'

interface EmojiPickerProps {
  anchor: HTMLElement
  /**
   * Called once; the picker then calls `onClose`.
   *
   * @param toned the characters of the emoji in the chosen skin tone, if the emoji has tones
   */
  onChoose: (emoji: Emoji, toned?: string) => void
  /** Offers skin tones. Reactions and statuses have none: their emoji are those of the server's table. */
  hasTones?: boolean
  onClose: () => void
}

interface Section {
  name: string
  emoji: readonly Emoji[]
}

const mostFound = 64

/** Emoji picker: search, recently used emoji, and categories, with arrow keys. */
export function EmojiPicker({ anchor, onChoose, hasTones, onClose }: EmojiPickerProps) {
  const { loadEmojiTable, store, toasts } = useApp()
  const table = useSignal<EmojiTable | undefined>(undefined)
  const query = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  const tone = useSignal(hasTones ? storedTone(localStore) : 'default')
  const grid = useRef<HTMLDivElement>(null)
  const realmEmoji = useMemo(() => listRealmEmoji(store.state), [store])
  const loaded = table.value

  useEffect(() => {
    loadEmojiTable().then(
      (value) => (table.value = value),
      (error: unknown) => {
        toasts.fail(t.picker.failed, error)
        onClose()
      },
    )
  }, [])

  function choose(emoji: Emoji): void {
    rememberEmoji(localStore, emoji)
    onClose()
    onChoose(emoji, tonedText(emoji, tone.value))
  }

  const sections = loaded ? sectionsOf(loaded) : []

  function sectionsOf({ groups, ...rest }: EmojiTable): Section[] {
    if (query.value.trim() !== '') {
      const found = searchEmoji({ groups, ...rest }, realmEmoji, query.value, mostFound)
      return [
        {
          name: t.picker.found,
          emoji: found.map(({ name, emoji, realmEmoji: own }) =>
            own ? realm(own) : unicode(name, emoji.code),
          ),
        },
      ]
    }
    return [
      { name: t.picker.recent, emoji: recentEmoji(localStore) },
      { name: t.picker.realm, emoji: realmEmoji.map(realm) },
      ...groups.map(({ kind, emoji }) => ({
        name: t.picker.kinds[kind],
        emoji: emoji.map(({ code, names }) => unicode(names[0] ?? code, code)),
      })),
    ].filter(({ emoji }) => emoji.length > 0)
  }

  return (
    <Popover anchor={anchor} label={t.picker.name} onClose={onClose} class={styles['picker']}>
      <div class={styles['search']}>
        <input
          ref={field}
          type="search"
          class="field"
          value={query.value}
          aria-label={t.picker.search}
          placeholder={t.picker.search}
          autofocus
          onInput={(event) => (query.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = grid.current?.querySelector<HTMLElement>('button')
            if (event.key === 'ArrowDown' && first) {
              event.preventDefault()
              first.focus()
            }
            const best = sections[0]?.emoji[0]
            if (event.key === 'Enter' && best) {
              event.preventDefault()
              choose(best)
            }
          }}
        />
        {query.value !== '' && (
          <IconButton
            icon="x"
            label={t.searching.clear}
            onClick={() => {
              query.value = ''
              field.current?.focus()
            }}
          />
        )}
      </div>
      <div ref={grid} class={styles['grid']} onKeyDown={moveInGrid}>
        {sections.map(({ name, emoji }) => (
          <section key={name} aria-label={name} class={styles['section']}>
            <h2>{name}</h2>
            <div class={styles['emoji']}>
              {emoji.map((one) => (
                <button
                  key={keyOfEmoji(one)}
                  type="button"
                  tabIndex={-1}
                  class={styles['choice']}
                  aria-label={one.emoji_name.replaceAll('_', ' ')}
                  title={`:${one.emoji_name}:`}
                  onClick={() => choose(one)}
                >
                  <EmojiGlyph emoji={inTone(one, tone.value)} />
                </button>
              ))}
            </div>
          </section>
        ))}
        {loaded && sections.every(({ emoji }) => emoji.length === 0) && (
          <p role="status">{t.picker.none}</p>
        )}
      </div>
      {hasTones && <SkinTones tone={tone} />}
    </Popover>
  )
}

/** The choice of a skin tone, which the browser remembers. */
function SkinTones({ tone }: { tone: Signal<SkinTone> }) {
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

function tonedText({ reaction_type: type, emoji_code: code }: Emoji, tone: SkinTone) {
  return type === 'unicode_emoji' ? tonedCharacter(code, tone) : undefined
}

/** An emoji as the picker draws it in a skin tone. */
function inTone(emoji: Emoji, tone: SkinTone): Emoji {
  if (emoji.reaction_type !== 'unicode_emoji') return emoji
  return { ...emoji, emoji_code: tonedCode(emoji.emoji_code, tone) ?? emoji.emoji_code }
}

function unicode(emoji_name: string, emoji_code: string): Emoji {
  return { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

function realm({ id, name }: { id: string; name: string }): Emoji {
  return { emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji' }
}
