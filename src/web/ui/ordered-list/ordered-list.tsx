import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { Icon } from '../icon/icon'
import { IconButton } from '../icon-button/icon-button'
import styles from './ordered-list.module.css'

interface OrderedListProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => number
  nameOf: (item: Item) => string
  /** Saves a new order of keys; on an error, the list shows the message and keeps its order. */
  onOrder: (keys: readonly number[]) => Promise<unknown>
  /** Whether the reader may change the order. */
  canOrder: boolean
  draw: (item: Item) => ComponentChildren
  none: string
}

/**
 * A list that users reorder by dragging, or with the buttons of each item. The focus stays with the moved item, and
 * its new position is announced.
 */
export function OrderedList<Item>(props: OrderedListProps<Item>) {
  const { label, items, keyOf, nameOf, onOrder, canOrder, draw, none } = props
  const list = useRef<HTMLUListElement>(null)
  const dragged = useSignal<number | undefined>(undefined)
  const over = useSignal<number | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const said = useSignal('')
  const keys = items.map(keyOf)

  async function move(key: number, place: number): Promise<void> {
    const from = keys.indexOf(key)
    if (from < 0 || place < 0 || place >= keys.length || place === from) return
    refusal.value = undefined
    try {
      await onOrder(keys.toSpliced(from, 1).toSpliced(place, 0, key))
      const item = items[from]
      if (item) said.value = t.orderedList.moved(nameOf(item), place + 1, keys.length)
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  const drop = (place: number) => {
    const { value: key } = dragged
    dragged.value = over.value = undefined
    if (key !== undefined) void move(key, place)
  }

  return (
    <>
      {items.length === 0 && <p>{none}</p>}
      <ul ref={list} role="list" class={styles['list']} aria-label={label}>
        {items.map((item, place) => (
          <li
            key={keyOf(item)}
            class={styles['item']}
            data-over={over.value === place || undefined}
            draggable={canOrder && items.length > 1}
            onDragStart={(event) => {
              dragged.value = keyOf(item)
              event.dataTransfer?.setData('text/plain', nameOf(item))
            }}
            onDragOver={(event) => {
              if (dragged.value === undefined) return
              event.preventDefault()
              over.value = place
            }}
            onDrop={(event) => {
              event.preventDefault()
              drop(place)
            }}
            onDragEnd={() => (dragged.value = over.value = undefined)}
          >
            {canOrder && items.length > 1 && (
              <span class={styles['moves']}>
                <span class={styles['handle']} aria-hidden="true">
                  <Icon name="grip-vertical" />
                </span>
                <IconButton
                  icon="arrow-up"
                  label={t.orderedList.up(nameOf(item))}
                  disabled={place === 0}
                  onClick={() => void move(keyOf(item), place - 1)}
                />
                <IconButton
                  icon="arrow-down"
                  label={t.orderedList.down(nameOf(item))}
                  disabled={place === items.length - 1}
                  onClick={() => void move(keyOf(item), place + 1)}
                />
              </span>
            )}
            {draw(item)}
          </li>
        ))}
      </ul>
      <span role="status" class="visually-hidden">
        {said.value}
      </span>
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </>
  )
}
