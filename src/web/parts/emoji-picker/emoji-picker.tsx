import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { rememberEmoji } from '../../data/emoji/recent'
import { storedTone, tonedCharacter } from '../../data/emoji/tones'
import type { SkinTone } from '../../data/emoji/tones'
import type { Emoji } from '../../data/emoji/reactions'
import { localStore } from '../../data/storage/browser-storage'
import * as t from '../../texts/catalog'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { IconButton } from '../../ui/icon-button/icon-button'
import { Popover } from '../../ui/popover/popover'
import { CategoryBar } from './category-bar'
import { EmojiGrid } from './emoji-grid'
import { emojiAt } from './sections'
import type { Section, SectionKind } from './sections'
import { inTone, SkinTones } from './skin-tones'
import { useGrid } from './use-grid'
import { useSections } from './use-sections'
import styles from './emoji-picker.module.css'

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

/** Emoji picker: search, categories with the recently used emoji first, and the name of the emoji in hand. */
export function EmojiPicker({ anchor, onChoose, hasTones, onClose }: EmojiPickerProps) {
  const ownId = useApp().store.state.user_id
  const query = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  const tone = useSignal(hasTones ? storedTone(localStore) : 'default')
  const pointed = useSignal<number | undefined>(undefined)
  const { isLoaded, categories, shown: sections } = useSections(query.value.trim(), onClose)
  const grid = useGrid(sections)
  // The one that Enter chooses in the search field.
  const best = sections[0]?.emoji[0]

  function choose(emoji: Emoji): void {
    rememberEmoji(localStore, ownId, emoji)
    onClose()
    onChoose(emoji, tonedText(emoji, tone.value))
  }

  function onShow(kind: SectionKind, byKey: boolean): void {
    query.value = ''
    // Once the categories are drawn instead of the results.
    requestAnimationFrame(() => {
      grid.show(kind)
      const first = categories.find((section) => section.kind === kind)?.first
      if (byKey && first !== undefined) grid.focusAt(first)
    })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' && best) grid.focusAt(0)
    else if (event.key === 'Enter' && best) choose(best)
    else if (event.key === 'Escape') {
      // The browser would only empty the field.
      event.stopPropagation()
      onClose()
    } else return
    event.preventDefault()
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
          onKeyDown={onKeyDown}
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
      <CategoryBar categories={categories} current={grid.current} onShow={onShow} />
      <EmojiGrid
        grid={grid}
        sections={sections}
        note={isLoaded ? t.picker.none : undefined}
        tone={tone.value}
        pointed={pointed}
        onChoose={choose}
        onLeave={() => field.current?.focus()}
      />
      <NameLine sections={sections} pointed={pointed} tone={tone.value} />
      {hasTones && <SkinTones tone={tone} />}
    </Popover>
  )
}

interface NameLineProps {
  sections: readonly Section[]
  pointed: Signal<number | undefined>
  tone: SkinTone
}

/** The name of the emoji under the pointer or with the focus, or else of the one that Enter chooses. */
function NameLine({ sections, pointed, tone }: NameLineProps) {
  const emoji = emojiAt(sections, pointed.value ?? 0)
  return (
    <p class={styles['name']}>
      {emoji && (
        <>
          <EmojiGlyph emoji={inTone(emoji, tone)} />
          <span>{`:${emoji.emoji_name}:`}</span>
        </>
      )}
    </p>
  )
}

function tonedText({ reaction_type: type, emoji_code: code }: Emoji, tone: SkinTone) {
  return type === 'unicode_emoji' ? tonedCharacter(code, tone) : undefined
}
