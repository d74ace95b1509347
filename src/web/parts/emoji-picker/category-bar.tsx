import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Emoji } from '../../data/emoji/reactions'
import * as t from '../../texts/catalog'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { unicode } from './sections'
import type { Section, SectionKind } from './sections'
import styles from './emoji-picker.module.css'

interface CategoryBarProps {
  categories: readonly Section[]
  /** The category at the top of the grid. */
  current: Signal<SectionKind | undefined>
  /** @param byKey asks for the focus to follow */
  onShow: (kind: SectionKind, byKey: boolean) => void
}

/** A button for each category; arrow keys move between them, and the down arrow and Enter lead into the grid. */
export function CategoryBar({ categories, current, onShow }: CategoryBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const reached = current.value ?? categories[0]?.kind

  useEffect(() => {
    const button = bar.current?.querySelector('[aria-current]')
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current.value])

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t.picker.categories}
      class={styles['categories']}
      onKeyDown={moveInBar}
    >
      {categories.map(({ kind, emoji }) => (
        <button
          key={kind}
          type="button"
          tabIndex={kind === reached ? 0 : -1}
          class={styles['category']}
          aria-label={t.picker.kinds[kind]}
          title={t.picker.kinds[kind]}
          aria-current={kind === current.value ? 'true' : undefined}
          // The search field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ detail }) => onShow(kind, detail === 0)}
        >
          <EmojiGlyph emoji={signOf(kind, emoji)} />
        </button>
      ))}
    </div>
  )
}

const signs: Partial<Record<SectionKind, string>> = {
  recent: '1f552',
  travel: '2708',
  activities: '26bd',
  objects: '1f4a1',
  symbols: '2764',
}

/** The emoji on the button of a category; by default its first one. */
function signOf(kind: SectionKind, [first]: readonly Emoji[]): Emoji {
  const code = signs[kind]
  return code === undefined && first ? first : unicode(kind, code ?? '')
}

function moveInBar(event: KeyboardEvent): void {
  const button = event.target as HTMLButtonElement
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')]
  const at = buttons.indexOf(button)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[
    event.key
  ]
  if (event.key === 'ArrowDown') button.click()
  else if (next === undefined) return
  event.preventDefault()
  buttons[next ?? -1]?.focus()
}
