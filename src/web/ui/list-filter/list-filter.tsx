import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useKey } from '../keyboard/use-key'
import type { KeyName } from '../../lib/keyboard/keys'
import { Icon } from '../icon/icon'
import type { IconName } from '../../lib/icon-names'
import styles from './list-filter.module.css'

interface ListFilterProps {
  icon: IconName
  label: string
  /** The filter text. */
  text: Signal<string>
  keyName: KeyName
  takesFocus: boolean
  /** Buttons behind the field. */
  children?: ComponentChildren
}

/** Filters the list that its parent ends with; Enter opens the first remaining item. */
export function ListFilter(props: ListFilterProps) {
  const { icon, label, text, keyName, takesFocus, children } = props
  const field = useRef<HTMLInputElement>(null)
  useKey(keyName, () => field.current?.select())

  function answerKey(event: KeyboardEvent): void {
    if (text.value === '') return
    const input = event.currentTarget as HTMLInputElement
    if (event.key === 'Enter') {
      const list = input.parentElement?.parentElement
      list?.querySelector<HTMLElement>('ul a')?.click()
      // Enter opened the item, so leave the field and reset the list.
      input.blur()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
    } else return
    text.value = ''
  }

  return (
    <div class={styles['filter']}>
      <Icon name={icon} />
      <input
        ref={field}
        type="text"
        autofocus={takesFocus}
        aria-label={label}
        placeholder={label}
        value={text.value}
        onInput={({ currentTarget: input }) => {
          text.value = input.value
          // The first matches come into view.
          input.parentElement?.parentElement?.lastElementChild?.scrollTo(0, 0)
        }}
        onKeyDown={answerKey}
      />
      {children}
    </div>
  )
}
