import { useSignal } from '@preact/signals'
import { fold } from '../../lib/fold'
import * as t from '../../texts/catalog'
import { ListFilter } from '../../ui/list-filter/list-filter'
import { PrivateList } from './private-list'
import { StreamList } from './stream-list'
import { Views } from './views'
import styles from './sidebar.module.css'

/** Views, private conversations and streams as links, with a filter. */
export function Sidebar({ startsInFilter = false }: { startsInFilter?: boolean }) {
  const filter = useSignal('')
  const words = fold(filter.value.trim())

  return (
    <nav class={styles['sidebar']} aria-label={t.sidebar.name}>
      <ListFilter
        icon="list-filter"
        label={t.sidebar.filter}
        text={filter}
        keyName="filterStreams"
        takesFocus={startsInFilter}
      />
      {words === '' && <Views />}
      <div class={styles['lists']}>
        <PrivateList words={words} />
        <StreamList words={words} />
      </div>
    </nav>
  )
}
