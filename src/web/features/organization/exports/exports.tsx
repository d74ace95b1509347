import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../data/api/errors'
import { useApp } from '../../../app/app'
import { shortTime } from '../../../texts/times'
import * as t from '../../../texts/en'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { SelectField } from '../../../ui/form/fields'
import { Form, useForm } from '../../../ui/form/form'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { Loading } from '../../../ui/loaded/loading'
import { Table } from '../../../ui/table/table'
import type { Column } from '../../../ui/table/table'

/** Source: docs/protocol/retention-and-export.md#export-object. */
interface RealmExport {
  id: number
  acting_user_id: number
  export_time: number
  deleted_timestamp: number | null
  failed_timestamp: number | null
  export_url: string | null
  pending: boolean
  export_type: number
}

/** Exports of the organization's data: start, download, delete; for administrators. */
export function Exports() {
  const { store, events } = useApp()
  const exports = useSignal<readonly RealmExport[] | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const toDelete = useSignal<RealmExport | undefined>(undefined)
  const form = useForm('organization/export', { export_type: 1 })

  useEffect(() => {
    let isShown = true
    const load = async () => {
      try {
        const answer = await call<{ exports: RealmExport[] }>('GET', '/export/realm')
        if (isShown) exports.value = answer.exports
      } catch (error) {
        if (isShown) refusal.value = reasonOf(error)
      }
    }
    void load()
    const stop = events.listen((heard) => {
      if (heard?.some(({ type }) => type === 'realm_export') ?? true) void load()
    })
    return () => {
      isShown = false
      stop()
    }
  }, [events])

  const is24Hour = store.read('user_settings')['twenty_four_hour_time'] === true
  const nameOf = (one: RealmExport) => t.realmExports.name(shortTime(one.export_time, is24Hour))
  const columns: Column<RealmExport>[] = [
    {
      key: 'time',
      title: t.realmExports.time,
      sortBy: (one) => -one.export_time,
      cell: (one) => shortTime(one.export_time, is24Hour),
    },
    {
      key: 'by',
      title: t.realmExports.by,
      cell: (one) => store.user(one.acting_user_id)?.full_name ?? t.groupPicker.somebody,
    },
    {
      key: 'type',
      title: t.realmExports.type,
      cell: (one) => t.realmExports.types[one.export_type] ?? '',
    },
    {
      key: 'state',
      title: t.realmExports.state,
      cell: (one) => {
        if (one.export_url !== null) {
          return (
            <a href={one.export_url} download aria-label={t.realmExports.downloadOf(nameOf(one))}>
              {t.realmExports.download}
            </a>
          )
        }
        if (one.pending) return t.realmExports.pending
        return one.failed_timestamp === null ? t.realmExports.deleted : t.realmExports.failed
      },
    },
    {
      key: 'tools',
      title: t.table.actions,
      isTools: true,
      width: '2.5rem',
      cell: (one) =>
        one.export_url !== null && (
          <IconButton
            icon="trash-2"
            label={t.realmExports.deleteOf(nameOf(one))}
            onClick={() => (toDelete.value = one)}
          />
        ),
    },
  ]

  return (
    <>
      <p>{t.realmExports.about}</p>
      <Form
        form={form}
        label={t.realmExports.title}
        submit={t.realmExports.request}
        onSubmit={(values) => call('POST', '/export/realm', values)}
      >
        <SelectField
          name="export_type"
          label={t.realmExports.type}
          hint={t.realmExports.typeHint}
          choices={[1, 2].map((value) => ({ value, label: t.realmExports.types[value] ?? '' }))}
        />
      </Form>
      {exports.value === undefined || refusal.value !== undefined ? (
        <Loading refusal={refusal.value} />
      ) : (
        <Table
          label={t.realmExports.title}
          rows={exports.value}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          columns={columns}
          sortedBy={{ column: 'time' }}
          none={t.realmExports.none}
        />
      )}
      {toDelete.value && (
        <ConfirmDialog
          title={t.realmExports.deleteTitle}
          action={t.realmExports.delete}
          isDangerous
          onConfirm={() => call('DELETE', `/export/realm/${String(toDelete.peek()?.id)}`)}
          onClose={() => (toDelete.value = undefined)}
        >
          <p>{nameOf(toDelete.value)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
