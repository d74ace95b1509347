import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import * as t from '../../i18n/en'
import { useKey } from '../../keyboard/use-key'
import { Icon } from '../icon/icon'
import { PrivateList } from './private-list'
import { StreamList } from './stream-list'
import { Views } from './views'
import styles from './sidebar.module.css'

/** Views, private conversations and streams, as links; what somebody types narrows them down. */
export function Sidebar({ startsInFilter = false }: { startsInFilter?: boolean }) {
  const filter = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  useKey('filterStreams', () => field.current?.select())
  const words = filter.value.trim().toLowerCase()

  return (
    <nav class={styles['sidebar']} aria-label={t.sidebar.name}>
      <div class={styles['filter']}>
        <Icon name="list-filter" />
        <input
          ref={field}
          type="text"
          autofocus={startsInFilter}
          aria-label={t.sidebar.filter}
          placeholder={t.sidebar.filter}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') firstLinkAfter(event.currentTarget)?.click()
            if (event.key !== 'Escape' || filter.value === '') return
            event.preventDefault()
            event.stopPropagation()
            filter.value = ''
          }}
        />
      </div>
      <div class={styles['lists']}>
        {words === '' && <Views />}
        <PrivateList words={words} />
        <StreamList words={words} />
      </div>
    </nav>
  )
}

function firstLinkAfter(field: HTMLElement): HTMLElement | null | undefined {
  return field.closest('nav')?.querySelector<HTMLElement>('ul a')
}
