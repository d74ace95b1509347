import type { ComponentChildren } from 'preact'
import { useApp } from '../../context/app'
import { fullTime, timeOfDay } from '../../texts/times'
import * as t from '../../texts/catalog'
import { Avatar } from '../avatar/avatar'
import styles from './message-row.module.css'

interface EchoRowProps {
  /** Markdown source. */
  text: string
  /** Unix time in seconds. */
  timestamp: number
  /** `waiting`: for the connection. */
  status: 'waiting' | 'sending' | 'failed'
  /** Reason for the failure. */
  refusal?: string | undefined
  isCompact?: boolean | undefined
  onRetry: () => void
  /** Moves the text back into the compose box. */
  onEdit: () => void
  onDiscard: () => void
  /** Content above the message. */
  children?: ComponentChildren
}

/** An own message that the server has not confirmed yet, at the position where it will appear. */
export function EchoRow(props: EchoRowProps) {
  const { text, timestamp, status, refusal, isCompact = false, onRetry, onEdit, onDiscard } = props
  const { store } = useApp()
  const user = store.user(store.state.user_id)
  const name = store.read('full_name')
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const time = timeOfDay(timestamp, is24Hour)
  return (
    <article class={styles['article']} aria-label={t.message.name(name, time)} tabIndex={-1}>
      {props.children}
      <div class={styles['row']}>
        <div class={styles['gutter']}>{!isCompact && user && <Avatar user={user} />}</div>
        <div class={styles['main']}>
          {!isCompact && (
            <div class={styles['head']}>
              <bdi class={styles['sender']}>{name}</bdi>
              <span class={styles['time']} title={fullTime(timestamp, is24Hour)}>
                {time}
              </span>
            </div>
          )}
          <p class={styles['echo']}>{text}</p>
          {status === 'failed' ? (
            <div class={styles['failure']} role="alert">
              <span>
                {t.message.notSent}
                {refusal !== undefined && `: ${refusal}`}
              </span>
              <button type="button" class="button" onClick={onRetry}>
                {t.message.retry}
              </button>
              <button type="button" class="button" onClick={onEdit}>
                {t.compose.edit}
              </button>
              <button type="button" class="button" onClick={onDiscard}>
                {t.message.discard}
              </button>
            </div>
          ) : (
            <span class={styles['sending']}>
              {status === 'waiting' ? t.compose.waiting : t.message.sending}
            </span>
          )}
        </div>
      </div>
    </article>
  )
}
