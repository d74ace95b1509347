import { useSignal } from '@preact/signals'
import type { ComponentChildren, Ref } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import type { Conversation } from '../../narrow/narrow'
import type { Uploads } from '../../send/uploads'
import { findWanted } from '../typeahead/find-word'
import type { Wanted } from '../typeahead/find-word'
import type { Suggestion } from '../typeahead/suggestion'
import { optionId, SuggestionList } from '../typeahead/suggestion-list'
import { useSuggester } from '../typeahead/use-suggestions'
import { editField, insertIntoField } from './edit-field'
import { continueList, format, pasteLink } from './format'
import type { Format } from './format'
import { FormatBar } from './format-bar'
import { Preview } from '../preview/preview'
import styles from './message-field.module.css'

export interface MessageFieldProps {
  value: string
  onInput: (text: string) => void
  onSubmit: () => void
  /** Escape, with no list open. */
  onEscape?: (() => void) | undefined
  /** The upper arrow, where there is no text; answers whether it has done anything. */
  onLookBack?: (() => boolean) | undefined
  /** Where it goes: those who write there are offered first. */
  conversation?: Conversation | undefined
  /** Where files go that are pasted, dropped or chosen; without it none can be attached. */
  uploads?: Uploads | undefined
  fieldRef?: Ref<HTMLTextAreaElement>
  /** `Message`, unless it is another field than that of compose. */
  label?: string
  placeholder?: string
  describedBy?: string | undefined
  /** Takes the focus when it appears. */
  autofocus?: boolean
  /** At the end of the bar: buttons that say what becomes of the text. */
  children?: ComponentChildren
}

const formatKeys: Readonly<Record<string, Format>> = {
  b: 'bold',
  i: 'italic',
  l: 'link',
  'Shift+c': 'code',
  'Shift+9': 'quote',
  'Shift+8': 'list',
  'Shift+7': 'numberedList',
}

/** Where a message is written: suggestions for what is named in it, formatting, files, a preview. */
export function MessageField(props: MessageFieldProps) {
  const { value, onInput, onSubmit, uploads, conversation } = props
  const { store } = useApp()
  const field = useRef<HTMLTextAreaElement>(null)
  const suggester = useSuggester(conversation)
  const listId = useId()
  const wanted = useSignal<Wanted | undefined>(undefined)
  const chosen = useSignal(0)
  const isPreviewed = useSignal(false)
  const suggestions = wanted.value ? suggester.of(wanted.value) : []
  const at = Math.min(chosen.value, suggestions.length - 1)

  useLayoutEffect(() => {
    if (props.autofocus === true) field.current?.focus()
  }, [])

  // Changed by somebody else: a draft that was opened, a file that has arrived.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    if (element.value !== value) replaceValue(element, value)
    fitHeight(element)
  }, [value, isPreviewed.value])

  function showField(): void {
    isPreviewed.value = false
    requestAnimationFrame(() => field.current?.focus())
  }

  // It was sent, and the next text is to be written.
  useEffect(() => {
    if (value === '' && isPreviewed.peek()) showField()
  }, [value])

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

  function choose({ insert }: Suggestion, ending = ''): void {
    const element = field.current
    const start = wanted.peek()?.start
    if (!element || start === undefined) return
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

  /** @returns whether the list took the key */
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

  /** @returns whether the key was for us */
  function answerKey(event: KeyboardEvent): boolean {
    if (answerInList(event)) return true
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter') {
      const sendsAlone = store.state.user_settings['enter_sends'] !== false
      if (isMod || (sendsAlone && !event.shiftKey && !event.altKey)) {
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
    const kind = isMod && !event.altKey ? formatKeys[strokeOf(event)] : undefined
    if (kind) applyFormat(kind)
    return kind !== undefined
  }

  function goOnInList(): boolean {
    const element = field.current
    if (!element) return false
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const edit = continueList({ text, start, end })
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

  // Wherever on the page files are dropped: else the browser would leave the page to show them.
  useEffect(() => {
    if (!uploads) return undefined
    const ended = new AbortController()
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      attach(event.dataTransfer?.files ?? [])
    }
    addEventListener('dragover', allow, ended)
    addEventListener('drop', drop, ended)
    return () => {
      ended.abort()
    }
  }, [uploads])

  function paste(event: ClipboardEvent): void {
    const element = event.currentTarget as HTMLTextAreaElement
    const data = event.clipboardData
    if (!data) return
    if (data.files.length > 0 && uploads) {
      event.preventDefault()
      attach(data.files)
      return
    }
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const edit = pasteLink({ text, start, end }, data.getData('text/plain'))
    if (!edit) return
    event.preventDefault()
    editField(element, edit)
  }

  return (
    <div class={styles['frame']}>
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
      {isPreviewed.value && <Preview text={value} />}
      <textarea
        ref={(element) => {
          field.current = element
          if (typeof props.fieldRef === 'function') props.fieldRef(element)
          else if (props.fieldRef) props.fieldRef.current = element
        }}
        class={styles['field']}
        hidden={isPreviewed.value}
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
          if (event.isComposing || !answerKey(event)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        onSelect={look}
        onBlur={() => {
          wanted.value = undefined
        }}
        onPaste={paste}
      />
      <div class={styles['bar']}>
        <FormatBar
          onFormat={applyFormat}
          onAttach={uploads && attach}
          onEmoji={(name) => {
            if (field.current) insertIntoField(field.current, `:${name}: `)
          }}
          onSnippet={(text) => {
            if (field.current) insertIntoField(field.current, text)
          }}
          isPreviewed={isPreviewed.value}
          onPreview={() => {
            if (isPreviewed.value) showField()
            else isPreviewed.value = true
          }}
        />
        <div class={styles['end']}>{props.children}</div>
      </div>
    </div>
  )
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}

function strokeOf({ code, key, shiftKey }: KeyboardEvent): string {
  // With Shift, digits are other signs on every keyboard.
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return `${shiftKey ? 'Shift+' : ''}${digit ?? key.toLowerCase()}`
}

/** Keeps the cursor where it was in the text that stays. */
function replaceValue(field: HTMLTextAreaElement, value: string): void {
  const { value: before, selectionStart: cursor } = field
  const fromEnd = before.length - cursor
  const isAfterSame = before.slice(cursor) === value.slice(value.length - fromEnd)
  field.value = value
  const place = isAfterSame ? value.length - fromEnd : Math.min(cursor, value.length)
  if (document.activeElement === field) field.setSelectionRange(place, place)
}

/** As high as its text, up to what the style allows. */
function fitHeight(field: HTMLTextAreaElement): void {
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
