import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { useKey } from '../../ui/keyboard/use-key'
import { narrowTo } from '../../data/narrow/narrow'
import { commandEntry, listViews, settingRowEntry } from '../../data/switcher/entries'
import { qualities } from '../../data/switcher/match'
import { rankEntries, rankRecent } from '../../data/switcher/rank'
import type { SwitcherEntry } from '../../data/switcher/rank'
import { placeRows } from '../../data/switcher/placed-rows'
import { listSettingsPages } from '../../data/switcher/settings-pages'
import * as t from '../../texts/catalog'
import { Dialog } from '../../ui/dialog/dialog'
import { optionId } from '../typeahead/suggestion-list'
import { focusSetting } from './focus-setting'
import { SwitcherOption } from './switcher-option'
import { useCommands } from './use-commands'
import type { Command } from './use-commands'
import { useReaderFacts } from './use-reader-facts'
import { useSettingRows } from './use-setting-rows'
import { useStreamsToAsk } from './use-streams-to-ask'
import { useSwitcherEntries } from './use-switcher-entries'
import styles from './switcher.module.css'

/** Number of good matches after which no further streams are asked for their topics. */
const enough = 8

/** Dialog that goes to a conversation, stream, person, view or settings page by a part of its name. */
export function Switcher({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.switcher.title} onClose={onClose}>
      <SwitcherField onClose={onClose} />
    </Dialog>
  )
}

function SwitcherField({ onClose }: { onClose: () => void }) {
  const commands = useCommands()
  const go = useGoTo(commands)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const text = useSignal('')
  const chosen = useSignal(0)
  const trouble = useApp().connection.trouble.value
  const { entries, isWaiting: isAsking } = useFound(text, commands)
  // Without a connection, the topics of the server do not arrive.
  const isWaiting = isAsking && !trouble
  const at = Math.min(chosen.value, entries.length - 1)
  useKey('switcher', onClose)
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at, entries])

  function take(entry: SwitcherEntry | undefined): void {
    if (!entry) return
    onClose()
    go(entry)
  }

  function answerKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') take(entries[at])
    else {
      const next = indexAfter(event, at, entries.length)
      if (next === undefined) return
      chosen.value = next
    }
    event.preventDefault()
  }

  return (
    <div class={styles['switcher']}>
      <input
        class="field"
        type="text"
        role="combobox"
        aria-label={t.switcher.field}
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? listId : undefined}
        aria-activedescendant={at >= 0 ? optionId(listId, at) : undefined}
        placeholder={t.switcher.placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        autofocus
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          chosen.value = 0
        }}
        onKeyDown={answerKey}
      />
      <p class="visually-hidden" role="status">
        {entries.length > 0 && t.switcher.found(entries.length)}
      </p>
      <div
        ref={list}
        id={listId}
        class={styles['list']}
        // A listbox has at least one option.
        {...(entries.length > 0 ? { role: 'listbox', 'aria-label': t.switcher.list } : {})}
        aria-busy={isWaiting}
        // Prevents the field from losing the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {entries.map((entry, index) => (
          <SwitcherOption
            key={entry.key}
            id={optionId(listId, index)}
            entry={entry}
            isChosen={index === at}
            onChoose={() => take(entry)}
          />
        ))}
      </div>
      {entries.length === 0 && (
        <p class={styles['none']} role="status">
          {isWaiting ? t.switcher.searching : trouble ? t.switcher.noneHere : t.switcher.none}
        </p>
      )}
    </div>
  )
}

/** Entries for the text, the best first; without a text, recent conversations and the views. */
function useFound(text: { readonly value: string }, commands: readonly Command[]) {
  const asked = useSignal<readonly number[]>([])
  const typed = useSignal('')
  const hasEnough = useSignal(false)
  const { conversations, all } = useSwitcherEntries(asked)
  const facts = useReaderFacts()
  const isEmpty = text.value.trim() === ''
  const known = isEmpty ? conversations.value : all.value
  const app = useApp()
  const rows = useSettingRows()
  const names = commands.map(({ id, name }) => `${id} ${name}`).join()
  const acts = useMemo(
    () => [
      ...commands.map(commandEntry),
      ...placeRows(rows, listSettingsPages(app)).map(settingRowEntry),
    ],
    [names, rows, app],
  )
  const pool = useMemo(() => (isEmpty ? known : [...known, ...acts]), [isEmpty, known, acts])
  const [entries, good] = useMemo((): [readonly SwitcherEntry[], number] => {
    if (isEmpty) return [[...rankRecent(pool, facts), ...listViews()], 0]
    const matches = rankEntries(pool, text.value, facts)
    const isGood = ({ quality }: { quality: number }) => quality <= qualities.beginning
    return [matches.map(({ entry }) => entry), matches.filter(isGood).length]
  }, [text.value, pool, facts])
  useLayoutEffect(() => {
    typed.value = text.value
    hasEnough.value = good >= enough
  })
  const isWaiting = useStreamsToAsk(asked, { text: typed, hasEnough, conversations })
  return { entries, isWaiting: isWaiting.value }
}

/** The chosen index after a key; undefined for keys that do not choose. */
function indexAfter({ key }: KeyboardEvent, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function useGoTo(commands: readonly Command[]): (entry: SwitcherEntry) => void {
  const { navigation, streamOpener } = useApp()
  return ({ destination }) => {
    if (destination.kind === 'command') {
      return commands.find(({ id }) => id === destination.id)?.run()
    }
    if (destination.kind === 'stream') return void streamOpener.open(destination.streamId)
    if (destination.kind !== 'conversation') {
      navigation.go(destination.route)
      if (destination.kind === 'settings' && destination.row) focusSetting(destination.row)
      return
    }
    navigation.go({ view: 'narrow', narrow: narrowTo(destination.conversation) })
  }
}
