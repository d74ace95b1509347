import type { ArgumentsOf } from '../../../../shared/calls'
import type { RealmExportRecord } from '../../../../shared/realm-exports'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { useApp } from '../../../context/app'
import { shortTime } from '../../../texts/times'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { SelectField } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { Loading } from '../../../ui/loaded/loading'
import { Table } from '../../../ui/table/table'
import type { Column } from '../../../ui/table/table'

type ExportForm = Required<ArgumentsOf<'POST /export/realm'>> & Record<string, unknown>

const exportTypes = ['public', 'full_with_consent'] as const
const formats = ['zulip', 'jsonl', 'html'] as const

/** Exports of the organization's data: start, download, delete; for administrators. */
export function Exports() {
  const { store, events, toasts } = useApp()
  const exports = useSignal<readonly RealmExportRecord[] | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const tries = useSignal(0)
  const toDelete = useSignal<RealmExportRecord | undefined>(undefined)
  const form = useForm<ExportForm>('organization/export', {
    export_type: 'public',
    format: 'zulip',
  })

  useEffect(() => {
    let isShown = true
    refusal.value = undefined
    const load = async () => {
      try {
        const answer = await call('GET /export/realm')
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
  }, [events, tries.value])

  /** The address of a file cannot ask who is there. */
  async function download(address: string): Promise<void> {
    try {
      await call('GET /json/session/proof')
      location.assign(address)
    } catch (error) {
      toasts.fail(t.realmExports.notDownloaded, error)
    }
  }

  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const nameOf = (one: RealmExportRecord) =>
    t.realmExports.name(shortTime(one.export_time, is24Hour))
  const columns: Column<RealmExportRecord>[] = [
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
      key: 'format',
      title: t.realmExports.format,
      cell: (one) => t.realmExports.formats[one.format],
    },
    {
      key: 'state',
      title: t.realmExports.state,
      cell: (one) => {
        if (one.export_url !== null) {
          return (
            <a
              href={one.export_url}
              download
              aria-label={t.realmExports.downloadOf(nameOf(one))}
              onClick={(event) => {
                event.preventDefault()
                void download(one.export_url ?? '')
              }}
            >
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

  const chosen = toDelete.value
  return (
    <>
      <p>{t.realmExports.about}</p>
      <Form
        form={form}
        label={t.realmExports.title}
        submit={t.realmExports.request}
        saved=""
        onSubmit={(values) => call('POST /export/realm', values)}
      >
        <SelectField
          name="export_type"
          label={t.realmExports.type}
          hint={t.realmExports.typeHint}
          choices={exportTypes.map((value) => ({
            value,
            label: t.realmExports.types[value] ?? '',
          }))}
        />
        <SelectField
          name="format"
          label={t.realmExports.format}
          hint={t.realmExports.formatHint}
          choices={formats.map((value) => ({ value, label: t.realmExports.formats[value] }))}
        />
      </Form>
      {exports.value === undefined || refusal.value !== undefined ? (
        <Loading refusal={refusal.value} onRetry={() => (tries.value += 1)} />
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
      {chosen && (
        <ConfirmDialog
          title={t.realmExports.deleteTitle}
          action={t.realmExports.delete}
          isDangerous
          onConfirm={() => call('DELETE /export/realm/{export_id}', { export_id: chosen.id })}
          onClose={() => (toDelete.value = undefined)}
        >
          <p>{nameOf(chosen)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
