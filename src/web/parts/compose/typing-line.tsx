import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Conversation } from '../../data/records/conversation'
import { useWriting } from './use-writing'
import styles from './typing-line.module.css'

/** Max number of names. */
const named = 3

/** Names the users who are typing in a conversation. The line is always rendered, so that the layout does not jump. */
export function TypingLine({ conversation }: { conversation: Conversation }) {
  const { store } = useApp()
  const { typing } = useWriting()
  const muted = new Set(store.read('muted_users').map(({ id }) => id))
  const names = typing
    .of(conversation)
    .value.filter((id) => !muted.has(id))
    .map((id) => store.user(id)?.full_name ?? '')
    .filter((name) => name !== '')
  return <p class={styles['line']}>{textOf(names)}</p>
}

function textOf(names: readonly string[]): string {
  const [first, ...others] = names
  if (first === undefined) return ''
  if (others.length === 0) return t.compose.typingOne(first)
  return names.length > named ? t.compose.typingMany : t.compose.typingSome(names)
}
