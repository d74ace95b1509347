import { useComputed } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { SkinTone } from '../../data/emoji/tones'
import type { Emoji } from '../../data/emoji/reactions'
import { keyOfEmoji } from '../../data/emoji/reactions'
import * as t from '../../texts/catalog'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { columns, moveInGrid, rowsOf } from './move-in-grid'
import type { Section } from './sections'
import { inTone } from './skin-tones'
import { chunkSize } from './use-grid'
import type { Grid } from './use-grid'
import styles from './emoji-picker.module.css'

interface EmojiGridProps {
  grid: Grid
  sections: readonly Section[]
  /** Shown if there is no section. */
  note: string | undefined
  tone: SkinTone
  /** The place under the pointer or with the focus. */
  pointed: Signal<number | undefined>
  onChoose: (emoji: Emoji) => void
  /** Called when the focus moves up from the first row. */
  onLeave: () => void
}

/** The emoji by sections, with arrow keys. */
export function EmojiGrid(props: EmojiGridProps) {
  const { grid, sections, note, tone, pointed, onChoose, onLeave } = props

  // Other emoji are at that place now.
  useLayoutEffect(() => void (pointed.value = undefined), [sections])

  function onKeyDown(event: KeyboardEvent): void {
    const place = placeOf(event.target)
    const counts = sections.map(({ emoji }) => emoji.length)
    const next = place === undefined ? undefined : moveInGrid(event.key, place, counts)
    if (next === undefined) return
    event.preventDefault()
    if (next < 0) onLeave()
    else grid.focusAt(next)
  }

  return (
    <div
      ref={grid.place}
      class={styles['grid']}
      style={{ '--columns': columns }}
      onKeyDown={onKeyDown}
      onScroll={grid.look}
      onPointerMove={({ target }) => (pointed.value = placeOf(target))}
      onPointerLeave={() => (pointed.value = placeOf(document.activeElement))}
      onFocusIn={({ target }) => (pointed.value = placeOf(target))}
      onFocusOut={() => (pointed.value = undefined)}
    >
      {sections.map(({ kind, emoji, first }) => (
        <section key={kind} aria-label={t.picker.kinds[kind]}>
          <h2>{t.picker.kinds[kind]}</h2>
          {chunksOf(emoji).map((chunk, index) => (
            <Chunk
              key={index}
              grid={grid}
              emoji={chunk}
              first={first + index * chunkSize}
              tone={tone}
              onChoose={onChoose}
            />
          ))}
        </section>
      ))}
      {sections.length === 0 && <p role="status">{note}</p>}
    </div>
  )
}

interface ChunkProps extends Pick<EmojiGridProps, 'grid' | 'tone' | 'onChoose'> {
  emoji: readonly Emoji[]
  first: number
}

/** Rows of emoji, which have their height before they are drawn. */
function Chunk({ grid, emoji, first, tone, onChoose }: ChunkProps) {
  const isDrawn = useComputed(() => grid.drawn.value.has(first))
  return (
    <div class={styles['chunk']} style={{ '--rows': rowsOf(emoji.length) }} data-chunk={first}>
      {isDrawn.value &&
        emoji.map((one, index) => (
          <button
            key={keyOfEmoji(one)}
            type="button"
            tabIndex={-1}
            class={styles['choice']}
            aria-label={one.emoji_name.replaceAll('_', ' ')}
            data-at={first + index}
            onClick={() => onChoose(one)}
          >
            <EmojiGlyph emoji={inTone(one, tone)} />
          </button>
        ))}
    </div>
  )
}

function chunksOf(emoji: readonly Emoji[]): (readonly Emoji[])[] {
  return Array.from({ length: Math.ceil(emoji.length / chunkSize) }, (_, index) =>
    emoji.slice(index * chunkSize, (index + 1) * chunkSize),
  )
}

/** The place of the emoji that an element draws. */
function placeOf(target: EventTarget | null): number | undefined {
  const choice = (target as Element | null)?.closest<HTMLElement>('[data-at]')
  return choice ? Number(choice.dataset['at']) : undefined
}
