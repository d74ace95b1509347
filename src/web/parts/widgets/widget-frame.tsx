import type { ComponentChildren } from 'preact'
import { OneLineForm } from './one-line-form'
import { Title } from './title'
import styles from './widgets.module.css'

interface WidgetFrameProps {
  /** Accessible name. */
  name: string
  title: { text: string; fallback: string; label: string; editLabel: string; mayEdit: boolean }
  onTitle: (text: string) => Promise<boolean>
  /** Texts of the form that adds an item. */
  add: { label: string; action: string }
  onAdd: (text: string) => Promise<boolean>
  /** List items. */
  children: ComponentChildren
}

/** Common frame of widgets: title, list, and a form that adds an item. */
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
