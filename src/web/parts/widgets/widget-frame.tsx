import type { ComponentChildren } from 'preact'
import { OneLineForm } from './one-line-form'
import { Title } from './title'
import styles from './widgets.module.css'

interface WidgetFrameProps {
  /** As a screen reader calls it. */
  name: string
  title: { text: string; fallback: string; label: string; editLabel: string; mayEdit: boolean }
  onTitle: (text: string) => Promise<boolean>
  /** What the form at the end adds. */
  add: { label: string; action: string }
  onAdd: (text: string) => Promise<boolean>
  /** Items of a list. */
  children: ComponentChildren
}

/** What widgets have in common: a title, a list, and a form for one more. */
export function WidgetFrame({ name, title, onTitle, add, onAdd, children }: WidgetFrameProps) {
  return (
    <section class={styles['widget']} aria-label={name}>
      <Title {...title} onSave={onTitle} />
      <ul role="list" class={styles['list']}>
        {children}
      </ul>
      <OneLineForm {...add} onSubmit={onAdd} />
    </section>
  )
}
