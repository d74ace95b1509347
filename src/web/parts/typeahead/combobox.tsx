import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useId } from 'preact/hooks'
import type { Suggestion } from './suggestion'
import { optionId, SuggestionList } from './suggestion-list'
import styles from './typeahead.module.css'

interface ComboboxProps {
  /** Id of the input, for a separate label; its accessible name is `label` in any case. */
  id?: string
  label: string
  value: string
  placeholder?: string
  isInvalid?: boolean
  /** Accepts new values: the typed text stays unless a suggestion is chosen with the arrow keys. */
  isFree?: boolean
  /** Id of the element with the error message. */
  describedBy?: string | undefined
  onInput: (text: string) => void
  /** Suggestions for the text; called only while the list is open. */
  suggest: (text: string) => readonly Suggestion[]
  onChoose: (suggestion: Suggestion) => void
  /** Called on Enter without a suggestion to choose. */
  onEnter?: () => void
  onBackspaceAtStart?: () => void
  onBlur?: () => void
  inputRef: RefObject<HTMLInputElement | null>
  class?: string | undefined
  /** Opens the list when an empty field receives the focus. */
  opensOnFocus?: boolean
  /** Side of the suggestion list; above by default. */
  side?: 'above' | 'below'
  /** Content before the field. */
  children?: ComponentChildren
}

/** A text field with suggestions. */
export function Combobox(props: ComboboxProps) {
  const { label, value, suggest, onInput, inputRef } = props
  const listId = useId()
  const isOpen = useSignal(false)
  const first = props.isFree === true ? -1 : 0
  const chosen = useSignal(first)
  const suggestions = isOpen.value ? suggest(value) : []
  const at = Math.min(chosen.value, suggestions.length - 1)

  function choose(suggestion: Suggestion): void {
    isOpen.value = false
    props.onChoose(suggestion)
  }

  function move(step: number): void {
    if (!isOpen.value) isOpen.value = true
    else if (at < 0) chosen.value = step > 0 ? 0 : suggestions.length - 1
    else chosen.value = (at + step + suggestions.length) % Math.max(suggestions.length, 1)
  }

  function answerKey(event: KeyboardEvent): void {
    // A list that opened by itself does not keep Escape from the form around the field.
    if (event.key === 'Escape' && props.opensOnFocus === true && value === '' && at < 0) {
      isOpen.value = false
      return
    }
    const picked = suggestions[at]
    switch (event.key) {
      case 'ArrowDown':
        move(1)
        break
      case 'ArrowUp':
        move(-1)
        break
      case 'Enter':
        if (picked) choose(picked)
        else props.onEnter?.()
        break
      case 'Tab':
        // Takes the chosen suggestion, if something was typed, before the focus moves to the next field.
        if (picked && value !== '' && !event.shiftKey) choose(picked)
        return
      case 'Escape':
        // Without a visible list, Escape is for the form or dialog around the field.
        if (suggestions.length === 0) return
        isOpen.value = false
        break
      case 'Backspace':
        if (value === '') props.onBackspaceAtStart?.()
        return
      default:
        return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class={styles['combobox']}>
      {props.children}
      <input
        ref={inputRef}
        id={props.id}
        class={props.class}
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={suggestions.length > 0 ? listId : undefined}
        aria-activedescendant={at >= 0 ? optionId(listId, at) : undefined}
        aria-invalid={props.isInvalid ?? false}
        aria-describedby={props.describedBy}
        autocomplete="off"
        autocapitalize="off"
        placeholder={props.placeholder}
        value={value}
        onInput={(event) => {
          isOpen.value = true
          chosen.value = first
          onInput(event.currentTarget.value)
        }}
        onClick={() => {
          isOpen.value = true
        }}
        onFocus={() => {
          if (props.opensOnFocus !== true || value !== '') return
          isOpen.value = true
          // Enter takes no suggestion that the user has not chosen.
          chosen.value = -1
        }}
        onBlur={() => {
          isOpen.value = false
          props.onBlur?.()
        }}
        onKeyDown={answerKey}
      />
      {suggestions.length > 0 && (
        <SuggestionList
          id={listId}
          suggestions={suggestions}
          chosen={at}
          onChoose={choose}
          isAbove={props.side !== 'below'}
        />
      )}
    </div>
  )
}
