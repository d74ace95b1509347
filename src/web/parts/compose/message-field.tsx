import { useSignal } from '@preact/signals'
import type { ComponentChildren, Ref } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Conversation } from '../../data/records/conversation'
import type { Uploads } from '../../data/send/uploads'
import { findWanted } from '../typeahead/find-word'
import type { Wanted } from '../typeahead/find-word'
import type { Suggestion } from '../typeahead/suggestion'
import { optionId, SuggestionList } from '../typeahead/suggestion-list'
import { useSuggester } from '../typeahead/use-suggestions'
import { hasMarkup, isDrawnText } from './clipboard'
import { editField, insertIntoField } from './edit-field'
import { format, pasteLink } from './format'
import type { Format } from './format'
import { FormatBar } from './format-bar'
import { formatOfKey, hasModifier } from './format-keys'
import { beginLine, isLinkless, openFenceOf } from './places'
import { pasteMarkup } from './paste-markup'
import { Preview } from '../preview/preview'
import { useFileDrop } from './use-file-drop'
import styles from './message-field.module.css'

export interface MessageFieldProps {
  value: string
  onInput: (text: string) => void
  onSubmit: () => void
  /** Called on Escape while no suggestion list is open. */
  onEscape?: (() => void) | undefined
  /** Called on ArrowUp in an empty field. @returns whether the key was used */
  onLookBack?: (() => boolean) | undefined
  /** Destination; users who wrote there are suggested first. */
  conversation?: Conversation | undefined
  /** Receives pasted, dropped and chosen files. Without it, files cannot be attached. */
  uploads?: Uploads | undefined
  fieldRef?: Ref<HTMLTextAreaElement>
  /** Accessible name; `Message` by default. */
  label?: string
  placeholder?: string
  describedBy?: string | undefined
  /** Focuses the field on mount. */
  autofocus?: boolean
  /** Buttons at the end of the bar, such as Send. */
  children?: ComponentChildren
}

/** The field for a message: suggestions, formatting, files, preview. */
export function MessageField(props: MessageFieldProps) {
  const { value, onInput, onSubmit, uploads, conversation } = props
  const { store } = useApp()
  const frame = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const suggester = useSuggester(conversation)
  const listId = useId()
  const wanted = useSignal<Wanted | undefined>(undefined)
  const chosen = useSignal(0)
  const isPreviewed = useSignal(false)
  const isDroppable = useFileDrop(uploads, attach)
  const suggestions = wanted.value ? suggester.of(wanted.value) : []
  const at = Math.min(chosen.value, suggestions.length - 1)

  useLayoutEffect(() => {
    if (props.autofocus === true) field.current?.focus()
  }, [])

  // The value changed from outside: a draft was opened, or an upload inserted its link.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    if (element.value !== value) replaceValue(element, value)
  }, [value, isPreviewed.value])

  // An empty value means the message was sent: leave the preview for the next one.
  useLayoutEffect(() => {
    if (value === '') isPreviewed.value = false
  }, [value])

  // The field takes the focus back from the button that ends the preview, or sends.
  const wasPreviewed = useRef(false)
  useLayoutEffect(() => {
    const { activeElement: now, body } = document
    const isHere = now === body || frame.current?.contains(now) === true
    if (wasPreviewed.current && !isPreviewed.value && isHere) field.current?.focus()
    wasPreviewed.current = isPreviewed.value
  }, [isPreviewed.value])

  function look(): void {
    const element = field.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    const found = start === end ? findWanted(element.value, start) : undefined
    if (found?.query !== wanted.peek()?.query || found?.kind !== wanted.peek()?.kind) {
      chosen.value = 0
    }
    wanted.value = found
  }

  function choose({ insert, onChosen }: Suggestion, ending = ''): void {
    const element = field.current
    const start = wanted.peek()?.start
    if (!element || start === undefined) return
    onChosen?.()
    const text = ending === '' ? insert : insert.replace(/\*\* $/, ending)
    const end = element.selectionEnd
    const isSpaced = text.endsWith(' ') && element.value[end] === ' '
    const cursor = start + text.length
    editField(element, {
      start,
      end: isSpaced ? end + 1 : end,
      text,
      selectStart: cursor,
      selectEnd: cursor,
    })
    look()
  }

  function applyFormat(kind: Format): void {
    const element = field.current
    if (!element) return
    const { value: text, selectionStart: start, selectionEnd: end } = element
    editField(element, format(kind, { text, start, end }, t.compose.linkText))
  }

  /** @returns whether the suggestion list handled the key */
  function answerInList(event: KeyboardEvent): boolean {
    const picked = suggestions[at]
    if (!picked) return false
    const { length } = suggestions
    if (event.key === 'ArrowDown') chosen.value = (at + 1) % length
    else if (event.key === 'ArrowUp') chosen.value = (at + length - 1) % length
    else if ((event.key === 'Enter' && !hasModifier(event)) || event.key === 'Tab') choose(picked)
    else if (event.key === '>' && wanted.peek()?.kind === 'stream' && picked.insert[0] === '#') {
      choose(picked, '>')
    } else if (event.key === 'Escape') wanted.value = undefined
    else return false
    return true
  }

  /** @returns whether the field handled the key */
  function answerKey(event: KeyboardEvent): boolean {
    if (answerInList(event)) return true
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter') {
      // A shortcut of the page: send later.
      if (isMod && event.shiftKey) return false
      const isAlone = !isMod && !event.shiftKey && !event.altKey
      const sendsAlone = isAlone && store.state.user_settings['enter_sends'] && !isInFence()
      if (isMod || sendsAlone) {
        onSubmit()
        return true
      }
      return event.altKey ? false : goOnInList()
    }
    if (event.key === 'Escape' && props.onEscape) {
      props.onEscape()
      return true
    }
    if (event.key === 'ArrowUp' && value === '' && !hasModifier(event)) {
      return props.onLookBack?.() ?? false
    }
    const kind = formatOfKey(event)
    if (kind) applyFormat(kind)
    return kind !== undefined
  }

  /** Whether the cursor is in a block of code, a quote or another block of fences: Enter makes a new line there. */
  function isInFence(): boolean {
    const { value: text = '', selectionStart = 0 } = field.current ?? {}
    return openFenceOf(text.slice(0, selectionStart)) !== undefined
  }

  function goOnInList(): boolean {
    const element = field.current
    if (!element) return false
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const edit = beginLine({ text, start, end })
    if (edit) editField(element, edit)
    return edit !== undefined
  }

  function attach(files: Iterable<File>): void {
    const element = field.current
    const list = [...files]
    if (!element || !uploads || list.length === 0) return
    const links = uploads.add(list).join('\n')
    const isInLine =
      element.selectionStart > 0 && !/\s$/.test(element.value.slice(0, element.selectionStart))
    insertIntoField(element, `${isInLine ? ' ' : ''}${links} `)
  }

  function paste(event: ClipboardEvent): void {
    const element = event.currentTarget as HTMLTextAreaElement
    const data = event.clipboardData
    if (!data) return
    if (data.files.length > 0 && uploads && !isDrawnText(data)) {
      event.preventDefault()
      attach(data.files)
      return
    }
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const selected = { text, start, end }
    if (isLinkless(selected)) return
    const edit = pasteLink(selected, data.getData('text/plain'))
    if (!edit && !hasMarkup(data)) return
    event.preventDefault()
    if (edit) editField(element, edit)
    else void pasteMarkup(element, data)
  }

  return (
    <div ref={frame} class={styles['frame']}>
      {suggestions.length > 0 && !isPreviewed.value && (
        <SuggestionList
          id={listId}
          suggestions={suggestions}
          chosen={at}
          onChoose={(suggestion) => {
            choose(suggestion)
          }}
          isAbove
        />
      )}
      {isDroppable.value && <p class={styles['drop']}>{t.compose.dropHere}</p>}
      {isPreviewed.value && <Preview text={value} />}
      <div class={styles['sized']} hidden={isPreviewed.value}>
        <textarea
          ref={(element) => {
            field.current = element
            if (typeof props.fieldRef === 'function') props.fieldRef(element)
            else if (props.fieldRef) props.fieldRef.current = element
          }}
          class={styles['field']}
          rows={1}
          dir="auto"
          aria-label={props.label ?? t.compose.message}
          aria-autocomplete="list"
          aria-controls={suggestions.length > 0 ? listId : undefined}
          aria-activedescendant={suggestions.length > 0 ? optionId(listId, at) : undefined}
          aria-describedby={props.describedBy}
          placeholder={props.placeholder ?? t.compose.messagePlaceholder}
          onInput={(event) => {
            onInput(event.currentTarget.value)
            look()
          }}
          onKeyDown={(event) => {
            if (!answerKey(event)) return
            event.preventDefault()
            event.stopPropagation()
          }}
          onSelect={look}
          onBlur={() => {
            wanted.value = undefined
          }}
          onPaste={paste}
        />
        {!fitsItself && (
          <div class={`${styles['field']} ${styles['twin']}`} aria-hidden="true">
            {`${value}\u200B`}
          </div>
        )}
      </div>
      <div class={styles['bar']}>
        <FormatBar
          onFormat={applyFormat}
          onAttach={uploads && attach}
          onEmoji={(text) => {
            if (field.current) insertIntoField(field.current, `${text} `)
          }}
          onSnippet={(text) => {
            if (field.current) insertIntoField(field.current, text)
          }}
          isPreviewed={isPreviewed.value}
          onPreview={() => {
            isPreviewed.value = !isPreviewed.value
          }}
        />
        <div class={styles['end']}>{props.children}</div>
      </div>
    </div>
  )
}

/** Keeps the cursor at its position in the unchanged part of the text. */
function replaceValue(field: HTMLTextAreaElement, value: string): void {
  const { value: before, selectionStart: cursor } = field
  const fromEnd = before.length - cursor
  const isAfterSame = before.slice(cursor) === value.slice(value.length - fromEnd)
  field.value = value
  const place = isAfterSame ? value.length - fromEnd : Math.min(cursor, value.length)
  if (document.activeElement === field) field.setSelectionRange(place, place)
}

/** Whether the browser fits the height of a field to its text. */
const fitsItself = CSS.supports('field-sizing', 'content')
