import { signal, useSignalEffect } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { parseServerHtml } from '../../data/html/parse'
import * as t from '../../texts/catalog'
import type { Stretch } from '../../data/messages/stretch'
import { conversationOf } from '../../data/narrow/narrow'

/** Longer messages are not announced. */
const maxCharacters = 200

/** Announces new messages of others in the open conversation to screen readers; not the messages loaded at first. */
export function Announcements({ stretch }: { stretch: Stretch }) {
  const { messages, store } = useApp()
  const text = useMemo(() => signal(''), [stretch])
  const newest = useRef<number | undefined>(undefined)

  useSignalEffect(() => {
    const { ids, foundNewest } = stretch.state.value
    const before = newest.current
    newest.current = foundNewest ? ids.at(-1) : undefined
    const id = newest.current
    if (before === undefined || id === undefined || id <= before) return
    const message = messages.get(id)
    if (!message || message.sender_id === store.state.user_id) return
    const said = parseServerHtml(message.content).textContent.trim()
    text.value = t.feed.announced(message.sender_full_name, said.slice(0, maxCharacters))
  })

  if (!conversationOf(stretch.narrow)) return null
  return (
    <div class="visually-hidden" aria-live="polite">
      {text.value}
    </div>
  )
}
