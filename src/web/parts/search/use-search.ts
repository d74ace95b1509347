import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'
import { useApp } from '../../context/app'
import type { Narrow } from '../../data/narrow/narrow'
import { isSearched, joinSearch, partSearch, searchOf } from '../../data/narrow/pills'
import type { SearchContent } from '../../data/narrow/pills'

/** The content of the search box, and the changes that people make to it. */
export interface Search {
  readonly content: Signal<SearchContent>
  readonly field: RefObject<HTMLInputElement | null>
  /** Replaces the whole search. @param typed pills and text as one text */
  write(typed: string): void
  /** Replaces the text after the pills, and turns filters before the caret into pills. */
  type(text: string, caret: number): void
  remove(index: number): void
  /** Turns the last pill into selected text. @returns false if there is none */
  reopen(): boolean
}

/** @param shown the narrow on screen; undefined for other views */
export function useSearch(shown: Narrow | undefined): Search {
  const { addressBook } = useApp()
  const content = useSignal<SearchContent>(empty)
  const field = useRef<HTMLInputElement>(null)
  const selectedTo = useRef<number | undefined>(undefined)

  // The box shows the current search; it is empty if the view is not a search.
  useEffect(() => {
    content.value = shown && isSearched(shown) ? searchOf(shown, addressBook) : empty
  }, [shown])

  // The reopened pill is in the field once the field has its new value.
  useLayoutEffect(() => {
    if (selectedTo.current !== undefined) field.current?.setSelectionRange(0, selectedTo.current)
    selectedTo.current = undefined
  }, [content.value])

  return {
    content,
    field,
    write(typed) {
      content.value = partSearch(typed, addressBook)
    },
    type(text, caret) {
      const { pills } = content.peek()
      const typed = partSearch(text, addressBook, caret)
      // Without a new pill, the text stays exactly as typed.
      if (typed.pills.length === 0) content.value = { pills, text }
      else content.value = { pills: [...pills, ...typed.pills], text: typed.text }
    },
    remove(index) {
      const { pills, text } = content.peek()
      content.value = { pills: pills.filter((_, other) => other !== index), text }
      field.current?.focus()
    },
    reopen() {
      const { pills, text } = content.peek()
      const last = pills.at(-1)
      if (last === undefined) return false
      selectedTo.current = last.length
      content.value = { pills: pills.slice(0, -1), text: joinSearch({ pills: [last], text }) }
      return true
    },
  }
}

const empty: SearchContent = { pills: [], text: '' }
