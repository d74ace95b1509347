import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../app/app'
import { Icon } from '../icon/icon'
import * as t from '../../texts/catalog'
import { useKey } from '../../app/keyboard/use-key'
import { conversationOf, streamOf } from '../../data/narrow/narrow'
import type { Narrow, Operator, Term } from '../../data/narrow/narrow'
import { formatSearch, parseSearch } from '../../data/narrow/search-text'
import type { Suggestion, suggest as Suggest } from '../../data/narrow/suggest'
import { useSuggestible } from './use-suggestible'
import styles from './search-box.module.css'

/** The search field: words and operators such as `from:`, with suggestions. */
export function SearchBox() {
  const { navigation, addressBook } = useApp()
  const place = navigation.route.value
  const narrow = place.view === 'narrow' ? place.narrow : undefined
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const text = useSignal('')
  const isOpen = useSignal(false)
  /** Index of the suggestion chosen with the arrow keys, -1 for none. */
  const chosen = useSignal(-1)
  const known = useSuggestible(text)
  const suggest = useSignal<{ run: typeof Suggest } | undefined>(undefined)
  const suggestions = useMemo(
    () => (isOpen.value && suggest.value ? suggest.value.run(text.value, known.value) : []),
    [isOpen.value, suggest.value, text.value, known.value],
  )

  // The box shows the current search; it is empty if the view is not a search.
  useEffect(() => {
    text.value = narrow && isSearched(narrow) ? formatSearch(narrow, addressBook) : ''
  }, [narrow])
  useKey('search', () => {
    if (text.value === '' && narrow) text.value = hereAsText(narrow)
    field.current?.focus()
    field.current?.select()
  })

  function open(): void {
    isOpen.value = true
    // A lazy chunk, loaded on the first search. Without a connection there are no suggestions.
    import('../../data/narrow/suggest').then(
      (module) => (suggest.value = { run: module.suggest }),
      () => undefined,
    )
  }

  function hereAsText(here: Narrow): string {
    const isPlace = conversationOf(here) !== undefined || streamOf(here) !== undefined
    return isPlace ? `${formatSearch(here, addressBook)} ` : ''
  }

  function type(typed: string): void {
    text.value = typed
    chosen.value = -1
    isOpen.value = true
  }

  function take(suggestion: Suggestion): void {
    type(suggestion.text)
    field.current?.focus()
  }

  function submit(): void {
    let wanted = parseSearch(text.value, addressBook)
    const [likeliest] = suggestions
    // For `from:bo`, use the Bo of the best suggestion.
    if (wanted.some(isUnknown) && likeliest) wanted = parseSearch(likeliest.text, addressBook)
    if (wanted.length === 0) return
    isOpen.value = false
    field.current?.blur()
    navigation.go({ view: 'narrow', narrow: wanted })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    const count = suggestions.length
    const suggestion = suggestions[chosen.value]
    if ((key === 'ArrowDown' || key === 'ArrowUp') && count > 0) {
      const step = key === 'ArrowDown' ? 1 : -1
      // The cycle contains one more position, the typed text (-1), between the last and the first suggestion.
      chosen.value = ((chosen.value + 1 + step + count + 1) % (count + 1)) - 1
    } else if (key === 'Tab' && suggestion) take(suggestion)
    else if (key === 'Enter' && suggestion) take(suggestion)
    else if (key === 'Enter') submit()
    else if (key === 'Escape') {
      if (isOpen.value && count > 0) isOpen.value = false
      else field.current?.blur()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const hasList = suggestions.length > 0
  const optionId = (index: number) => `${listId}-${index}`
  return (
    <form
      role="search"
      class={styles['search']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        class={`field ${styles['field']}`}
        type="search"
        aria-label={t.search.name}
        placeholder={t.search.name}
        autocomplete="off"
        spellcheck={false}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={chosen.value >= 0 ? optionId(chosen.value) : undefined}
        value={text.value}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={open}
        onBlur={() => (isOpen.value = false)}
        onKeyDown={onKeyDown}
      />
      {hasList && (
        <ul class={styles['list']} role="listbox" id={listId} aria-label={t.search.suggestions}>
          {suggestions.map((suggestion, index) => (
            <li
              key={suggestion.word}
              id={optionId(index)}
              role="option"
              aria-selected={index === chosen.value}
              // Prevents the field from losing the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              <bdi>{suggestion.word}</bdi>
              <bdi class={styles['hint']}>
                {suggestion.hint ?? t.search.operators[suggestion.word.replace('-', '')]}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}

const named: readonly Operator[] = ['channel', 'sender', 'mentions', 'dm', 'dm-including']

/** Whether a term names a stream or users that do not exist. */
function isUnknown({ operator, operand }: Term): boolean {
  return named.includes(operator) && typeof operand === 'string'
}

/** Whether a narrow is a search, rather than a view or a conversation. */
function isSearched(narrow: Narrow): boolean {
  const [first] = narrow
  if (!first || conversationOf(narrow)) return false
  const isView = narrow.length === 1 && first.negated !== true
  return !(isView && ['channel', 'is', 'dm'].includes(first.operator))
}
