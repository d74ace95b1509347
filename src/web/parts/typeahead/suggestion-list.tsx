import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Avatar } from '../avatar/avatar'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import { Icon } from '../../ui/icon/icon'
import type { Suggestion } from './suggestion'
import styles from './typeahead.module.css'

interface SuggestionListProps {
  /** Id of the list, for the field that owns it. */
  id: string
  suggestions: readonly Suggestion[]
  /** Index of the suggestion that Enter takes. */
  chosen: number
  onChoose: (suggestion: Suggestion) => void
  /** Opens above the field, if there is no space below. */
  isAbove?: boolean
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** A list of suggestions; the field keeps the focus and handles the keys. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, suggestions, chosen, onChoose, isAbove = false } = props
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen, suggestions])
  return (
    <div
      ref={list}
      id={id}
      class={`${styles['list']} ${isAbove ? styles['above'] : styles['below']}`}
      role="listbox"
      aria-label={t.typeahead.suggestions}
      // Prevents the field from losing the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.key}
          id={optionId(id, index)}
          class={styles['option']}
          role="option"
          aria-selected={index === chosen}
          onClick={() => onChoose(suggestion)}
        >
          <Mark mark={suggestion.mark} />
          <bdi class={styles['label']}>{suggestion.label}</bdi>
          {suggestion.hint !== undefined && <span class={styles['hint']}>{suggestion.hint}</span>}
        </div>
      ))}
    </div>
  )
}

/** The icon, avatar, emoji or color before a suggestion. */
export function Mark({ mark }: { mark: Suggestion['mark'] }) {
  const { store } = useApp()
  if (!mark) return null
  if ('icon' in mark) return <Icon name={mark.icon} />
  if ('emoji' in mark) return <EmojiGlyph emoji={mark.emoji} />
  if ('color' in mark) return <StreamMark color={mark.color} />
  const user = store.user(mark.userId)
  return user ? <Avatar user={user} size="s" /> : null
}

function StreamMark({ color }: { color: string }) {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (mark.current) mark.current.style.color = color
  }, [color])
  return (
    <span ref={mark} class={styles['stream']}>
      <Icon name="hash" />
    </span>
  )
}
