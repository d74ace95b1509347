import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { AnswerOf, Frozen } from '../../../../shared/calls'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { Loading } from '../../../ui/loaded/loading'
import { SettingGroup } from '../../../parts/setting/setting'
import { Table } from '../../../ui/table/table'
import type { Column } from '../../../ui/table/table'
import { ImportCard } from './import-card'
import { ImportForm } from './import-form'
import { ImportReport } from './import-report'
import type { RealmImport } from './realm-import'
import styles from './imports.module.css'

type Imports = Frozen<AnswerOf<'GET /import/realm'>>

const isEnded = ({ ended_at: endedAt }: RealmImport) => endedAt !== null

/** Imports from other servers, for owners: request, trial run, start, progress, reports. */
export function Imports() {
  const { store, events } = useApp()
  const loaded = useSignal<Imports | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const tries = useSignal(0)
  const isRequestedHere = useRef(false)

  async function load(): Promise<void> {
    refusal.value = undefined
    try {
      loaded.value = await call('GET /import/realm')
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  function take(changed: RealmImport): void {
    const known = loaded.peek()
    if (!known) return
    const others = known.imports.filter(({ id }) => id !== changed.id)
    const imports = [changed, ...others].sort((a, b) => b.id - a.id)
    loaded.value = { ...known, imports }
  }

  useEffect(() => {
    void load()
    return events.listen((heard) => {
      if (heard === undefined) void load()
      for (const event of heard ?? []) {
        if (event.type === 'realm_import') take(event.import)
      }
    })
  }, [events, tries.value])

  const running = loaded.value?.imports.find((job) => !isEnded(job))
  useEffect(() => {
    if (running) isRequestedHere.current = false
  }, [running?.id])

  if (loaded.value === undefined || refusal.value !== undefined) {
    return <Loading refusal={refusal.value} onRetry={() => (tries.value += 1)} />
  }
  const { imports, max_import_mib: maxMib, has_import_folder: hasFolder } = loaded.value
  const ended = imports.filter(isEnded)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const [last] = ended
  return (
    <>
      <p>{t.realmImports.about}</p>
      {running && (
        <ImportCard key={running.id} job={running} takesFocus={isRequestedHere.current} />
      )}
      {maxMib === 0 && !hasFolder ? (
        <p class="notice">{t.realmImports.notPossible}</p>
      ) : (
        // The form stays in the page, since its upload goes on.
        <div hidden={running !== undefined}>
          <ImportForm
            maxMib={maxMib}
            hasFolder={hasFolder}
            onRequested={() => {
              isRequestedHere.current = true
              void load()
            }}
          />
        </div>
      )}
      {!running && last && last.state !== 'cancelled' && (
        <section class={styles['card']} aria-label={last.file_name}>
          <h3>{last.file_name}</h3>
          <p role="status">{t.realmImports.states[last.state]}</p>
          {last.error === null ? (
            <ImportReport job={last} />
          ) : (
            <p class="notice bad">{last.error}</p>
          )}
        </section>
      )}
      {ended.length > 0 && (
        <SettingGroup title={t.realmImports.earlier}>
          <Table
            label={t.realmImports.earlier}
            rows={ended}
            keyOf={({ id }) => id}
            nameOf={({ file_name: name }) => name}
            columns={columns(is24Hour)}
          />
        </SettingGroup>
      )}
    </>
  )
}

function columns(is24Hour: boolean): Column<RealmImport>[] {
  return [
    { key: 'file', title: t.realmImports.from, cell: (job) => job.file_name },
    {
      key: 'time',
      title: t.realmImports.time,
      cell: (job) => shortTime(job.requested_at, is24Hour),
    },
    {
      key: 'state',
      title: t.realmImports.state,
      cell: (job) =>
        job.error === null
          ? t.realmImports.states[job.state]
          : `${t.realmImports.states[job.state]}: ${job.error}`,
    },
    {
      key: 'report',
      title: t.realmImports.report,
      cell: (job) =>
        job.report_url !== null && (
          <a href={job.report_url} download aria-label={t.realmImports.downloadOf(job.file_name)}>
            {t.realmImports.download}
          </a>
        ),
    },
  ]
}
