import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { Icon } from '../icon/icon'
import { moveInTable } from './move-in-table'
import { arrange } from './arrange'
import type { Sorting } from './arrange'
import { useRowWindow } from './use-row-window'
import styles from './table.module.css'

export interface Column<Row> {
  key: string
  /** Heading; for a column of buttons (`isTools`) only for screen readers. */
  title: string
  cell: (row: Row) => ComponentChildren
  /** Makes the column sortable. */
  sortBy?: (row: Row) => string | number
  isTools?: boolean
  /** A CSS width such as `8rem`; columns without one share the rest. */
  width?: string
}

/** An action for all selected rows. */
interface BulkAction<Row> {
  label: string
  isDangerous?: boolean
  /** An error is shown, and the rows stay selected. */
  run: (rows: readonly Row[]) => Promise<unknown> | void
}

interface TableProps<Row> {
  /** Name of the table, such as “Muted topics”. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Name of a row, in the labels of its controls. */
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Search text of a row; its name by default. */
  textOf?: (row: Row) => string
  /** Initial sorting; the order of `rows` by default. */
  sortedBy?: Sorting
  bulk?: readonly BulkAction<Row>[]
  /** Text for an empty table. */
  none?: string
  /** Label of the search field. */
  find?: string
  /** Buttons beside the search field. */
  tools?: ComponentChildren
}

/**
 * A table with search, sorting and bulk actions. Above 150 rows, only rows in view are rendered; they then have one
 * height and single-line cells. In narrow containers each row is a card. ArrowUp and ArrowDown move to the same
 * control of the adjacent row.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, keyOf, nameOf, columns, textOf = nameOf, bulk, tools, sortedBy } = props
  const text = useSignal('')
  const sorting = useSignal<Sorting | undefined>(sortedBy)
  const chosen = useSignal<ReadonlySet<string | number>>(new Set())
  const body = useRef<HTMLTableSectionElement>(null)

  const { value: by } = sorting
  const sortBy = columns.find(({ key }) => key === by?.column)?.sortBy
  const found = useMemo(
    () => arrange(rows, { text: text.value, textOf, sortBy, isDescending: by?.isDescending }),
    [rows, text.value, by],
  )
  const shown = useRowWindow(body, found.length)
  const chosenRows = bulk ? found.filter((row) => chosen.value.has(keyOf(row))) : []
  /** The column that heads the card of a row. */
  const [lead] = columns
  const widths = columns.map(({ width = 'minmax(0, 1fr)' }) => width)

  function toggle(row: Row): void {
    const next = new Set(chosen.value)
    if (!next.delete(keyOf(row))) next.add(keyOf(row))
    chosen.value = next
  }

  return (
    <div class={styles['frame']}>
      <div class={styles['tools']}>
        {rows.length > 0 && (
          <input
            class="field"
            type="text"
            aria-label={props.find ?? t.table.find}
            placeholder={props.find ?? t.table.find}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || text.value === '') return
              event.preventDefault()
              event.stopPropagation()
              text.value = ''
            }}
          />
        )}
        {tools}
      </div>
      {bulk && rows.length > 0 && (
        <BulkBar rows={chosenRows} actions={bulk} onDone={() => (chosen.value = new Set())} />
      )}
      <table
        role="table"
        hidden={rows.length === 0}
        class={styles['table']}
        aria-label={label}
        aria-rowcount={found.length + 1}
        data-windowed={shown.isWindowed}
        style={{ '--columns': `${bulk ? '2rem ' : ''}${widths.join(' ')}` }}
        onKeyDown={moveInTable}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {bulk && (
              <th role="columnheader" scope="col" class={styles['choice']}>
                <input
                  type="checkbox"
                  aria-label={t.table.chooseAll}
                  disabled={found.length === 0}
                  checked={found.length > 0 && chosenRows.length === found.length}
                  indeterminate={chosenRows.length > 0 && chosenRows.length < found.length}
                  onChange={(event) =>
                    (chosen.value = new Set(event.currentTarget.checked ? found.map(keyOf) : []))
                  }
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {shown.before > 0 && <Space pixels={shown.before} />}
          {found.slice(shown.start, shown.end).map((row, index) => (
            <tr key={keyOf(row)} role="row" aria-rowindex={shown.start + index + 2} data-row>
              {bulk && (
                <td role="cell" class={styles['choice']}>
                  <input
                    type="checkbox"
                    aria-label={t.table.choose(nameOf(row))}
                    checked={chosen.value.has(keyOf(row))}
                    onChange={() => toggle(row)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  class={styles[column === lead ? 'lead' : column.isTools ? 'buttons' : '']}
                  data-title={column.isTools ? undefined : column.title}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {shown.after > 0 && <Space pixels={shown.after} />}
        </tbody>
      </table>
      {found.length === 0 && (
        <p class={styles['none']} role="status">
          {rows.length === 0 ? (props.none ?? t.table.none) : t.table.nothing}
        </p>
      )}
    </div>
  )
}

/** Placeholder for rows out of view. */
function Space({ pixels }: { pixels: number }) {
  return (
    <tr aria-hidden="true" class={styles['space']}>
      <td style={{ blockSize: `${String(pixels)}px` }} />
    </tr>
  )
}

function Heading<Row>(props: { column: Column<Row>; sorting: { value: Sorting | undefined } }) {
  const { column, sorting } = props
  const { value: by } = sorting
  const isSorted = by?.column === column.key
  const order = by?.isDescending ? 'descending' : 'ascending'
  return (
    <th role="columnheader" scope="col" aria-sort={isSorted ? order : undefined}>
      {column.sortBy ? (
        <button
          type="button"
          onClick={() =>
            (sorting.value = {
              column: column.key,
              isDescending: isSorted && !by.isDescending,
            })
          }
        >
          {column.title}
          {isSorted && (
            <span class={styles['order']} data-order={order}>
              <Icon name="arrow-down" />
            </span>
          )}
        </button>
      ) : (
        <span class={column.isTools ? 'visually-hidden' : undefined}>{column.title}</span>
      )}
    </th>
  )
}

interface BulkBarProps<Row> {
  rows: readonly Row[]
  actions: readonly BulkAction<Row>[]
  onDone: () => void
}

function BulkBar<Row>({ rows, actions, onDone }: BulkBarProps<Row>) {
  const isBusy = useSignal(false)
  const refusal = useSignal<string | undefined>(undefined)

  async function run(action: BulkAction<Row>): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      await action.run(rows)
      onDone()
    } catch (error) {
      refusal.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <div class={styles['bulk']}>
      <span role="status">{rows.length > 0 && t.table.chosen(rows.length)}</span>
      {rows.length > 0 &&
        actions.map((action) => (
          <button
            key={action.label}
            type="button"
            class={`button ${action.isDangerous ? 'danger' : ''}`}
            disabled={isBusy.value}
            onClick={() => void run(action)}
          >
            {action.label}
          </button>
        ))}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </div>
  )
}
