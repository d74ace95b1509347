import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import type { Message } from '../../data/records/message'
import * as t from '../../texts/catalog'
import { Dialog } from '../../ui/dialog/dialog'
import { Loading } from '../../ui/loaded/loading'
import { useLoaded } from '../../ui/loaded/use-loaded'
import { PersonFinder } from '../../parts/person-finder/person-finder'
import { readTrace } from './sentences'
import styles from './trace-dialog.module.css'

/**
 * The fate of a message in sentences, for administrators: stored, told to clients, and why a chosen person did not get it.
 * Source: docs/protocol/messages.md#trace.
 */
export function TraceDialog({
  overlay: { messageId },
  onClose,
}: {
  overlay: { messageId: number }
  onClose: () => void
}) {
  const message = useApp().messages.read(messageId)
  return message ? <Trace message={message} onClose={onClose} /> : null
}

function Trace({ message, onClose }: { message: Message; onClose: () => void }) {
  const { store } = useApp()
  const userId = useSignal<number | undefined>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const sender = useMemo(() => new Set([message.sender_id]), [message.sender_id])
  const { value, refusal, retry } = useLoaded(async () => {
    const args = { message_id: message.id, user_id: userId.value }
    const answer = await call('GET /messages/{message_id}/trace', args)
    return { userId: userId.value, ...(await readTrace(answer, store, userId.value)) }
  }, [message.id, userId.value])
  // The dialog gives the focus to its close button, which is its first control.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])

  const name = store.user(userId.value ?? 0)?.full_name
  const current = value?.userId === userId.value ? value : undefined
  return (
    <Dialog title={t.trace.action} onClose={onClose}>
      <div class={styles['trace']} ref={box}>
        <PersonFinder
          label={t.switcher.kinds.person}
          without={sender}
          onChoose={(id) => (userId.value = id)}
        />
        <div aria-live="polite" class={styles['found']}>
          {!current && <Loading refusal={refusal} onRetry={retry} />}
          {current && name !== undefined && <Facts title={name} sentences={current.user} />}
          {current && <Facts title={t.compose.message} sentences={current.message} />}
        </div>
      </div>
    </Dialog>
  )
}

function Facts({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <section>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <ul>
        {sentences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
