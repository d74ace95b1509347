import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { Icon } from '../../ui/icon/icon'
import { IconButton } from '../../ui/icon-button/icon-button'
import * as t from '../../texts/catalog'
import { useKey } from '../../ui/keyboard/use-key'
import { conversationOf, streamOf } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import { beyondPlace } from '../../data/narrow/beyond-place'
import { isSearched, joinSearch, namesUnknown } from '../../data/narrow/pills'
import { formatSearch } from '../../data/narrow/format-search'
import { parseSearch } from '../../data/narrow/search-text'
import type { Offer } from './offers'
import { optionId, SearchPanel } from './search-panel'
import { SearchPills } from './search-pills'
import { useOffers } from './use-offers'
import { useSearch } from './use-search'
import styles from './search-box.module.css'

/** The search field: words and filters such as `from:`, with suggestions and recent searches. */
export function SearchBox() {
  const { navigation, addressBook } = useApp()
  const place = navigation.route.value
  const narrow = place.view === 'narrow' ? place.narrow : undefined
  const form = useRef<HTMLFormElement>(null)
  const listId = useId()
  const search = useSearch(narrow)
  const { content, field } = search
  const isOpen = useSignal(false)
  /** Index of the offer chosen with the arrow keys, -1 for none. */
  const chosen = useSignal(-1)
  const found = useOffers(content, isOpen.value)
  const { pills, text } = content.value
  const typed = joinSearch(content.value)
  const wider = isOpen.value ? beyondPlace(parseSearch(typed, addressBook)) : undefined
  const offers = [...found.recent, ...found.suggested, ...(wider ? [offerBeyond(wider)] : [])]
  const dayFilter = isOpen.value ? /(?:^|\s)(-?(?:before|after):)\S*$/i.exec(text) : null

  useKey('search', () => {
    if (joinSearch(content.value) === '' && narrow) search.write(hereAsText(narrow))
    field.current?.focus()
    field.current?.select()
  })

  function open(): void {
    isOpen.value = true
    found.load()
  }

  function offerBeyond(narrow: Narrow): Offer {
    const words = t.searching.everywhere
    return { words, typed: formatSearch(narrow, addressBook), opens: { narrow } }
  }

  function hereAsText(here: Narrow): string {
    const isPlace = conversationOf(here) !== undefined || streamOf(here) !== undefined
    return isPlace ? `${formatSearch(here, addressBook)} ` : ''
  }

  /** Replaces the search, and goes on with it. */
  function goOn(typed: string): void {
    search.write(typed)
    chosen.value = -1
    isOpen.value = true
    field.current?.focus()
  }

  function take({ opens }: Offer): void {
    if ('narrow' in opens) show(opens.narrow)
    else goOn(opens.text)
  }

  function takeDay(day: string): void {
    if (!dayFilter) return
    const [, filter = ''] = dayFilter
    const before = text.slice(0, dayFilter.index)
    goOn(`${joinSearch({ pills, text: before.trim() })} ${filter}${day} `)
  }

  function submit(): void {
    let wanted = parseSearch(joinSearch(content.value), addressBook)
    const [likeliest] = found.suggested
    // For `from:bo`, use the Bo of the best suggestion.
    if (namesUnknown(wanted) && likeliest && 'text' in likeliest.opens) {
      wanted = parseSearch(likeliest.opens.text, addressBook)
    }
    if (wanted.length > 0) show(wanted)
  }

  function show(wanted: Narrow): void {
    isOpen.value = false
    chosen.value = -1
    field.current?.blur()
    if (isSearched(wanted)) found.remember(navigation.hrefOf({ view: 'narrow', narrow: wanted }))
    navigation.go({ view: 'narrow', narrow: wanted })
  }

  function isCaretAtStart(): boolean {
    return field.current?.selectionStart === 0 && field.current.selectionEnd === 0
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    const count = offers.length
    const offer = offers[chosen.value]
    if ((key === 'ArrowDown' || key === 'ArrowUp') && count > 0) {
      const step = key === 'ArrowDown' ? 1 : -1
      // The cycle contains one more position, the typed text (-1), between the last and the first offer.
      chosen.value = ((chosen.value + 1 + step + count + 1) % (count + 1)) - 1
    } else if (key === 'Tab' && offer) take(offer)
    else if (key === 'Enter' && offer) take(offer)
    else if (key === 'Enter') submit()
    else if (key === 'Escape') {
      if (isOpen.value && count > 0) isOpen.value = false
      else field.current?.blur()
    } else if (key !== 'Backspace' || !isCaretAtStart() || !search.reopen()) return
    event.preventDefault()
    event.stopPropagation()
  }

  const hasList = offers.length > 0
  return (
    <form
      ref={form}
      role="search"
      class={styles['search']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && form.current?.contains(relatedTarget))) {
          isOpen.value = false
        }
      }}
    >
      <div class={`field ${styles['box']}`}>
        <Icon name="search" />
        <SearchPills pills={pills} onRemove={(index) => search.remove(index)} />
        <input
          ref={field}
          type="search"
          aria-label={t.searching.name}
          placeholder={pills.length === 0 ? t.searching.name : ' '}
          autocomplete="off"
          spellcheck={false}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={chosen.value >= 0 ? optionId(listId, chosen.value) : undefined}
          value={text}
          onInput={({ currentTarget: { value, selectionStart } }) => {
            search.type(value, selectionStart ?? value.length)
            chosen.value = -1
            isOpen.value = true
          }}
          onFocus={open}
          onKeyDown={onKeyDown}
        />
        {typed !== '' && (
          <IconButton
            icon="x"
            label={t.searching.clear}
            onClick={() => {
              goOn('')
            }}
          />
        )}
      </div>
      <SearchPanel
        listId={listId}
        offers={offers}
        chosen={chosen.value}
        onTake={take}
        onDay={dayFilter ? takeDay : undefined}
        onClear={found.recent.length > 0 ? found.clear : undefined}
      />
    </form>
  )
}
