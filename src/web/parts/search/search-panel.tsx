import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { DayRow } from './day-row'
import type { Offer } from './offers'
import styles from './search-box.module.css'

interface SearchPanelProps {
  listId: string
  offers: readonly Offer[]
  /** Index of the offer chosen with the arrow keys, -1 for none. */
  chosen: number
  onTake: (offer: Offer) => void
  /** Present while a filter for days is typed. */
  onDay: ((day: string) => void) | undefined
  /** Present if the offers are recent searches. */
  onClear: (() => void) | undefined
}

export const optionId = (listId: string, index: number) => `${listId}-${String(index)}`

/** Suggestions or recent searches, and a date picker. */
export function SearchPanel(props: SearchPanelProps) {
  const { listId, offers, chosen, onTake, onDay, onClear } = props
  if (offers.length === 0 && !onDay) return null
  return (
    <div
      class={styles['panel']}
      // The search field keeps the focus, except for the date picker.
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
    >
      {offers.length > 0 && (
        <ul
          role="listbox"
          id={listId}
          aria-label={onClear ? t.searching.recent : t.searching.suggestions}
        >
          {offers.map((offer, index) => (
            <li
              key={offer.typed}
              id={optionId(listId, index)}
              role="option"
              aria-selected={index === chosen}
              onClick={() => {
                onTake(offer)
              }}
            >
              {'narrow' in offer.opens && <Icon name={onClear ? 'history' : 'search'} />}
              <bdi>{offer.words === '' ? offer.typed : offer.words}</bdi>
              {offer.words !== '' && <bdi class={styles['typed']}>{offer.typed}</bdi>}
            </li>
          ))}
        </ul>
      )}
      {onDay && <DayRow onChoose={onDay} />}
      {onClear && (
        <div class={styles['row']}>
          <button type="button" class="button" onClick={onClear}>
            {t.searching.clearRecent}
          </button>
        </div>
      )}
    </div>
  )
}
