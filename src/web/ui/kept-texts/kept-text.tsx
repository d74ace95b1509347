import type { ComponentChildren } from 'preact'
import styles from './kept-texts.module.css'

/** A screen with texts that are not sent yet. */
export function KeptTexts({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class={styles['screen']}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/** The empty state of such a screen. */
export function NoKeptTexts({ text, hint }: { text: string; hint: string }) {
  return (
    <div class={styles['none']}>
      <p>{text}</p>
      <p>{hint}</p>
    </div>
  )
}

interface KeptTextProps {
  /** Accessible name of the row. */
  label: string
  /** Heading of the row, such as the destination. */
  name: ComponentChildren
  time: string
  /** Tooltip of the time. */
  fullTime: string
  children: ComponentChildren
  /** Buttons. */
  actions: ComponentChildren
}

/** A text with its destination, its time and its buttons. */
export function KeptText({ label, name, time, fullTime, children, actions }: KeptTextProps) {
  return (
    <li class={styles['row']} aria-label={label}>
      <div class={styles['text']}>
        <div class={styles['head']}>
          <bdi class={styles['place']}>{name}</bdi>
          <span class={styles['time']} title={fullTime}>
            {time}
          </span>
        </div>
        {children}
      </div>
      <div class={styles['actions']}>{actions}</div>
    </li>
  )
}

/** Markdown source of a text, at most three lines of it. */
export function KeptSource({ text }: { text: string }) {
  return (
    <p class={styles['content']} dir="auto">
      {text}
    </p>
  )
}
