import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { editableUntil } from '../../data/messages/may-edit'
import styles from './edit-message.module.css'

/** Time left for editing a message, if editing is limited. */
export function TimeLeft({ message }: { message: Message }) {
  const { store } = useApp()
  const end = editableUntil(message, store.state) ?? Infinity
  const now = useSignal(Date.now() / 1000)

  useEffect(() => {
    if (end === Infinity) return undefined
    const timer = setInterval(() => (now.value = Date.now() / 1000), 1000)
    return () => clearInterval(timer)
  }, [end])

  if (end === Infinity) return null
  const seconds = Math.floor(end - now.value)
  return (
    <span class={styles['time']}>
      {seconds < 0 ? t.editing.timeOver : t.editing.timeLeft(formatSeconds(seconds))}
    </span>
  )
}

/** `3:05`, `2:00:00` */
function formatSeconds(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  const pad = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
}
